import type { ComputeLoad, LoadPorts, LoadTotal } from '../../compute/index.ts';
import { RANK } from '../../engine/index.ts';
import type { LiveState, Load } from '../records/live-state.ts';
import type { Alarm } from './alarms.ts';
import type { ComputeHost } from './compute-host.ts';

/** Feeds the load of one compute with what is asked of it all the time, until it is set anew. */
export class LiveLoadFeed implements LoadPorts {
  demand: Load;
  asked: LoadTotal;
  private readonly compute: ComputeHost & { readonly load: ComputeLoad };
  private readonly alarm: Alarm;

  constructor(compute: ComputeHost & { readonly load: ComputeLoad }, demand: Load) {
    this.compute = compute;
    this.demand = demand;
    this.asked = totalOf(demand);
    this.alarm = compute.alarm(RANK.demand, () => compute.load.comeBack());
  }

  get nowMs(): number {
    return this.compute.nowMs;
  }

  get accepts(): boolean {
    return this.compute.accepts;
  }

  get exists(): boolean {
    return this.compute.view.currentState !== null;
  }

  get connectionRoom(): number {
    const { limits, sessions } = this.compute;
    return limits.clientConnections - sessions.backends(limits.poolSize);
  }

  saved(): Pick<LiveState, 'load' | 'flowWaits' | 'flowConnections' | 'flowMemoryBytes' | 'knockAtMs'> {
    const { waits, connections, memoryBytes, returnsAtMs } = this.compute.load;
    return {
      load: this.demand,
      flowWaits: waits,
      flowConnections: connections,
      flowMemoryBytes: memoryBytes,
      knockAtMs: Number.isFinite(returnsAtMs) ? returnsAtMs : null,
    };
  }

  resume({ flowWaits, flowConnections, flowMemoryBytes, knockAtMs }: LiveState): void {
    this.compute.load.resume({
      waits: flowWaits,
      connections: flowConnections,
      memoryBytes: flowMemoryBytes,
      returnsAtMs: knockAtMs ?? Number.POSITIVE_INFINITY,
    });
  }

  /** What is asked for already is nothing new: if it was refused, it comes back in its own time. */
  set(demand: Load): void {
    if (isSame(demand, this.demand)) return;
    this.demand = demand;
    this.asked = totalOf(demand);
    this.compute.load.comeBack();
  }

  scheduleReturn(atMs: number): void {
    this.alarm.set(atMs);
  }

  knock(): void {
    this.compute.send('connect');
  }

  cpuChanged(): void {
    this.compute.cpuChanged();
    this.compute.scaling.wantTick(this.compute.nowMs);
  }

  memoryChanged(): void {
    this.compute.memoryChanged();
  }

  touch(): void {
    this.compute.touch();
  }

  /** Nothing follows from its pages, and nobody is told of it. */
  served(): void {}
  refused(): void {}

  end(): void {
    this.alarm.release();
  }
}

function totalOf({ vcpu, cpuMsPerQuery, concurrency, connections, memoryBytes }: Load): LoadTotal {
  return {
    vcpu,
    queries: vcpu / cpuMsPerQuery,
    pages: 0,
    concurrency: concurrency ?? Number.POSITIVE_INFINITY,
    connections: vcpu > 0 ? connections : 0,
    memoryBytes,
  };
}

function isSame(one: Load, other: Load): boolean {
  return (Object.keys(one) as (keyof Load)[]).every((field) => one[field] === other[field]);
}
