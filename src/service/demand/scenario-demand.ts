import type { Clients } from '../../compute/index.ts';
import {
  bindSource,
  type ComputePlan,
  type DemandSource,
  type JobSource,
  type LoadSource,
  RANK,
  type Simulation,
  type Slot,
  totalOf,
} from '../../simulator/index.ts';
import { ClientDemand, type DemandHost } from '../../workload/index.ts';
import type { Alarm } from '../computes/alarms.ts';
import type { LiveCompute } from '../computes/live-compute.ts';
import type { Guests } from '../computes/live-guests.ts';
import { type Load, NO_LOAD } from '../records/live-state.ts';

/**
 * The demand of one compute of a scenario, hosted on the service's clock: its clients are those of the simulator, and
 * its loads are set when they change. It ends with the compute.
 */
export class ScenarioDemand implements DemandHost, Guests {
  readonly owner: ClientDemand;
  readonly clientLog = NO_LOG;
  private readonly compute: LiveCompute;
  private readonly plan: ComputePlan;
  private readonly sources: readonly DemandSource[];
  private readonly alarms: Alarm[] = [];
  /** By the number of the group. */
  private readonly idleAlarms = new Map<number, Alarm>();

  constructor(compute: LiveCompute, plan: ComputePlan, simulation: Simulation) {
    this.compute = compute;
    this.plan = plan;
    this.sources = plan.demand.map((demand, i) => bindSource(demand, NO_SLOT, simulation, plan.name, i));
    const ofClients = this.sources.filter((source) => source.kind !== 'load');
    // The service counts its time from the epoch.
    this.owner = new ClientDemand(this, ofClients, 0);
  }

  begin(): void {
    const { workingSetBytes } = this.plan;
    if (workingSetBytes > 0) this.compute.feed.set({ ...NO_LOAD, workingSetBytes });
    this.sources.forEach((source, i) => {
      if (source.kind === 'jobs') this.beginJobs(source);
      else if (source.kind === 'load') this.beginLoad(source);
      else {
        const alarm = this.alarm(RANK.timeout, () => this.owner.groups.closeIdle(source));
        this.idleAlarms.set(i, alarm);
        this.owner.groups.open(source);
      }
    });
  }

  end(): void {
    for (const alarm of this.alarms) alarm.release();
  }

  // The members below are for the clients.

  get nowMs(): number {
    return this.compute.nowMs;
  }

  get clients(): Clients {
    return this.compute.core.clients;
  }

  openVisit(): number {
    return this.clients.visits.open(this.nowMs);
  }

  setTimer(visit: number, atMs: number): void {
    this.compute.owner.setTimer(visit, atMs);
  }

  clearTimer(visit: number): void {
    this.compute.owner.clearTimer(visit);
  }

  setIdleAlarm(group: number, atMs: number): void {
    this.idleAlarms.get(group)?.set(atMs);
  }

  isIdleAlarmSet(group: number): boolean {
    return Number.isFinite(this.idleAlarms.get(group)?.atMs);
  }

  /** There are no fast paths here. */
  passQuery(): boolean {
    return false;
  }
  cut(): void {}

  private beginJobs(jobs: JobSource): void {
    const alarm = this.alarm(RANK.demand, () => {
      alarm.set(jobs.arrivals.take());
      this.owner.arrive(jobs);
    });
    alarm.set(jobs.arrivals.take());
  }

  private beginLoad(load: LoadSource): void {
    const alarm = this.alarm(RANK.demand, () => {
      const vcpu = load.vcpu(this.nowMs);
      const memory = load.memory(this.nowMs);
      load.vcpuNow = vcpu.value;
      load.memoryNow = memory.value;
      this.compute.feed.set(this.loadNow());
      alarm.set(Math.min(vcpu.untilMs, memory.untilMs));
    });
    alarm.set(this.nowMs);
  }

  /** All loads together. */
  private loadNow(): Load {
    const loads = this.sources.filter((source) => source.kind === 'load');
    const { vcpu, queries, pages, concurrency, connections, memoryBytes } = totalOf(loads);
    return {
      vcpu,
      cpuMsPerQuery: vcpu > 0 ? vcpu / queries : NO_LOAD.cpuMsPerQuery,
      pagesPerQuery: vcpu > 0 ? pages / queries : 0,
      concurrency: Number.isFinite(concurrency) ? concurrency : null,
      connections,
      memoryBytes,
      workingSetBytes: this.plan.workingSetBytes,
    };
  }

  private alarm(rank: number, due: () => void): Alarm {
    const alarm = this.compute.alarm(rank, due);
    this.alarms.push(alarm);
    return alarm;
  }
}

/** The agenda of the simulator is not used here. */
const NO_SLOT = 0 as Slot;

/** Nobody asks for what clients do by themselves. */
const NO_LOG: DemandHost['clientLog'] = { retried() {}, givenUp() {}, foundDead() {} };
