import { REFUSALS } from '../../compute/index.ts';
import {
  bindSource,
  type ComputePlan,
  type JobSource,
  type LoadSource,
  RANK,
  type Simulation,
  totalOf,
} from '../../simulator/index.ts';
import type { ClientRules } from '../../workload/index.ts';
import type { LiveComputeEvent } from '../computes/compute-events.ts';
import type { LiveCompute } from '../computes/live-compute.ts';
import { NO_LOAD } from '../records/live-state.ts';
import type { World } from '../world/world.ts';
import { ClientGroup, type ClientWish, type GroupHost, nextQuery } from './client-group.ts';

/**
 * The demand of one compute of a scenario, brought to the compute as clients would bring it: jobs and groups of clients
 * knock and ask, loads are set. It ends with the compute.
 */
export class DemandDriver implements GroupHost {
  private readonly world: World;
  private readonly computeId: string;
  private readonly plan: ComputePlan;
  private readonly simulation: Simulation;
  private readonly loads: LoadSource[] = [];
  private readonly attempts = new Map<string, () => void>();
  private readonly groups: ClientGroup[] = [];
  private next = 0;

  constructor(world: World, computeId: string, plan: ComputePlan, simulation: Simulation) {
    this.world = world;
    this.computeId = computeId;
    this.plan = plan;
    this.simulation = simulation;
  }

  begin(): void {
    const { workingSetBytes } = this.plan;
    if (workingSetBytes > 0) this.compute?.setLoad({ ...NO_LOAD, workingSetBytes }, this.nowMs);
    this.world.listen(({ event }) => {
      if (event.kind === 'session' && event.computeId === this.computeId) this.hear(event);
    });
    for (const demand of this.plan.demand) {
      const source = bindSource(demand, 0, this.simulation, this.plan.name);
      if (source.kind === 'jobs') this.drive(source);
      else if (source.kind === 'load') this.follow(source);
      else this.groups.push(new ClientGroup(source, this));
    }
    for (const group of this.groups) group.begin();
  }

  /** The compute; null once it is deleted. */
  get compute(): LiveCompute | null {
    return this.world.computes.get(this.computeId) ?? null;
  }

  get nowMs(): number {
    return this.world.nowMs;
  }

  newId(): string {
    return `${this.plan.name}-${this.next++}`;
  }

  /** Does something after a time, if the compute is still there then. */
  after(ms: number, act: () => void): void {
    const alarm = this.world.alarms.alarm(RANK.demand, () => {
      alarm.release();
      if (this.compute !== null) act();
    });
    alarm.set(this.nowMs + ms);
  }

  /** A client knocks, and knocks again as its rules say where it is refused. `gaveUp` where that does not help. */
  knock(id: string, rules: ClientRules, wish: ClientWish, gaveUp: () => void = () => {}, tries = 0): void {
    const { compute } = this;
    if (compute === null) return;
    const refused = () => {
      this.attempts.delete(id);
      if (tries >= rules.retries) gaveUp();
      else
        this.after(rules.backOffMs * rules.backOffFactor ** tries, () =>
          this.knock(id, rules, wish, gaveUp, tries + 1),
        );
    };
    this.attempts.set(id, refused);
    const refusal = compute.connect(
      { id, ...wish, untilMs: this.nowMs + rules.connectTimeoutMs },
      this.nowMs,
    );
    // `connect` returns an early refusal, without an event. A later refusal comes as an event.
    if (refusal !== null && this.attempts.get(id) === refused) refused();
  }

  private drive(source: JobSource): void {
    const { demand } = source;
    const alarm = this.world.alarms.alarm(RANK.demand, () => {
      const { compute } = this;
      if (compute === null) {
        alarm.release();
        return;
      }
      for (let i = 0; i < demand.sessions; i++)
        this.job(source, compute, `${this.plan.name}-${demand.name}-${i}`);
      alarm.set(source.arrivals.take());
    });
    alarm.set(source.arrivals.take());
  }

  private job(source: JobSource, compute: LiveCompute, keptId: string): void {
    const { demand } = source;
    const query = nextQuery(source);
    const pooled = demand.route === 'pooler';
    if (!demand.keepsConnection) this.knock(this.newId(), demand.client, { pooled, query, leaves: true });
    else if (compute.clients.isOpen(keptId)) compute.query(keptId, query, this.nowMs);
    else if (!compute.clients.has(keptId))
      this.knock(keptId, demand.client, { pooled, query, leaves: false });
  }

  private follow(source: LoadSource): void {
    this.loads.push(source);
    const alarm = this.world.alarms.alarm(RANK.demand, (nowMs) => {
      const { compute } = this;
      if (compute === null) {
        alarm.release();
        return;
      }
      const vcpu = source.vcpu(nowMs);
      const memory = source.memory(nowMs);
      source.vcpuNow = vcpu.value;
      source.memoryNow = memory.value;
      this.setLoad(compute);
      alarm.set(Math.min(vcpu.untilMs, memory.untilMs));
    });
    alarm.set(this.nowMs);
  }

  private setLoad(compute: LiveCompute): void {
    const { vcpu, queries, pages, concurrency, connections, memoryBytes } = totalOf(this.loads);
    const load = {
      vcpu,
      cpuMsPerQuery: vcpu > 0 ? vcpu / queries : NO_LOAD.cpuMsPerQuery,
      pagesPerQuery: vcpu > 0 ? pages / queries : 0,
      concurrency: Number.isFinite(concurrency) ? concurrency : null,
      connections,
      memoryBytes,
      workingSetBytes: this.plan.workingSetBytes,
    };
    compute.setLoad(load, this.nowMs);
  }

  private hear(event: Extract<LiveComputeEvent, { kind: 'session' }>): void {
    const { sessionId, outcome, why } = event;
    const retry = this.attempts.get(sessionId);
    // A client that waited too long for the pooler comes back like one that was refused, and does nothing else.
    if (retry !== undefined && (outcome === 'refused' || why === REFUSALS.poolWait)) {
      retry();
      return;
    }
    if (outcome !== 'connected') this.attempts.delete(sessionId);
    for (const group of this.groups) group.hear(sessionId, outcome);
  }
}
