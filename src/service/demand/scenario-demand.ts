import type { Clients } from '../../compute/index.ts';
import { type ComputePlan, RANK, type Simulation } from '../../simulator/index.ts';
import {
  type BoundDemand,
  type BoundJobs,
  type BoundLoad,
  type BoundReplication,
  bindDemand,
  ClientDemand,
  type DemandHost,
  takeChange,
  totalOf,
} from '../../workload/index.ts';
import type { Alarm } from '../computes/alarms.ts';
import type { LiveCompute } from '../computes/live-compute.ts';
import type { Guests } from '../computes/live-guests.ts';
import { NO_LOAD } from '../records/live-state.ts';

/**
 * The demand of one compute of a scenario, hosted on the service's clock: its clients and loads are those of the
 * simulator. It ends with the compute.
 */
export class ScenarioDemand implements DemandHost, Guests {
  readonly owner: ClientDemand;
  readonly clientLog = NO_LOG;
  private readonly compute: LiveCompute;
  private readonly plan: ComputePlan;
  private readonly startMs: number;
  private readonly sources: readonly BoundDemand[];
  private readonly alarms: Alarm[] = [];
  /** By the number of the group. */
  private readonly idleAlarms = new Map<number, Alarm>();

  constructor(compute: LiveCompute, plan: ComputePlan, simulation: Simulation) {
    this.compute = compute;
    this.plan = plan;
    this.startMs = simulation.startMs;
    this.sources = plan.demand.map((demand, i) => bindDemand(demand, simulation, plan.name, i));
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
      else if (source.kind === 'replication') this.beginReplication(source);
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

  cut(): void {}

  private beginJobs(jobs: BoundJobs): void {
    const alarm = this.alarm(RANK.demand, () => {
      alarm.set(jobs.arrivals.take());
      this.owner.arrive(jobs);
    });
    alarm.set(jobs.arrivals.take());
  }

  private beginReplication(replication: BoundReplication): void {
    this.alarm(RANK.demand, () => this.owner.replicate(replication)).set(replication.fromMs);
  }

  private beginLoad(load: BoundLoad): void {
    const alarm = this.alarm(RANK.demand, () => {
      takeChange(load, Number.POSITIVE_INFINITY);
      this.setLoad();
      alarm.set(this.startMs + load.ahead.nextMs);
    });
    alarm.set(this.nowMs);
  }

  /** All loads together. */
  private setLoad(): void {
    const total = totalOf(this.sources.filter((source) => source.kind === 'load'));
    const { vcpu, queries, pages, concurrency, connections, memoryBytes } = total;
    const load = {
      vcpu,
      cpuMsPerQuery: vcpu > 0 ? vcpu / queries : NO_LOAD.cpuMsPerQuery,
      pagesPerQuery: vcpu > 0 ? pages / queries : 0,
      concurrency: Number.isFinite(concurrency) ? concurrency : null,
      connections,
      memoryBytes,
      workingSetBytes: this.plan.workingSetBytes,
    };
    this.compute.feed.set(load, total);
  }

  private alarm(rank: number, due: () => void): Alarm {
    const alarm = this.compute.alarm(rank, due);
    this.alarms.push(alarm);
    return alarm;
  }
}

/** Nobody asks for what clients do by themselves. */
const NO_LOG: DemandHost['clientLog'] = { retried() {}, givenUp() {}, foundDead() {} };
