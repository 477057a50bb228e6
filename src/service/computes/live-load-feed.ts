import type { LoadFeedPorts, LoadTotal, SavedLoad } from '../../compute/index.ts';
import { RANK } from '../../simulator/index.ts';
import { totalOf } from '../../workload/index.ts';
import type { LiveState, Load } from '../records/live-state.ts';
import type { Alarm } from './alarms.ts';
import type { ComputeHost } from './compute-host.ts';

/** Feeds the load of one compute with what is asked of it all the time, until it is set anew. */
export class LiveLoadFeed implements LoadFeedPorts {
  demand: Load;
  asked: LoadTotal;
  /** Nobody knows when the load is set anew. */
  readonly changesMs = Number.POSITIVE_INFINITY;
  private readonly compute: ComputeHost;
  private readonly alarm: Alarm;

  constructor(compute: ComputeHost, demand: Load) {
    this.compute = compute;
    this.demand = demand;
    this.asked = askedBy(demand);
    this.alarm = compute.alarm(RANK.demand, () => compute.core.load.comeBack());
  }

  saved(): Pick<LiveState, 'load' | 'flowWaits' | 'flowConnections' | 'flowMemoryBytes' | 'knockAtMs'> {
    const { waits, connections, memoryBytes, returnsAtMs } = this.compute.core.load;
    return {
      load: this.demand,
      flowWaits: waits,
      flowConnections: connections,
      flowMemoryBytes: memoryBytes,
      knockAtMs: Number.isFinite(returnsAtMs) ? returnsAtMs : null,
    };
  }

  /** The load of a compute as it was saved. */
  savedLoad({ flowWaits, flowConnections, flowMemoryBytes, knockAtMs }: LiveState): SavedLoad {
    return {
      waits: flowWaits,
      connections: flowConnections,
      memoryBytes: flowMemoryBytes,
      returnsAtMs: knockAtMs ?? Number.POSITIVE_INFINITY,
    };
  }

  /** A load that asks for no more and no less is nothing new: if it was refused, it comes back in its own time. */
  set(demand: Load, asked = askedBy(demand)): void {
    if (areEqual(demand, this.demand)) return;
    const before = this.asked;
    this.demand = demand;
    this.asked = asked;
    const { core, nowMs } = this.compute;
    core.machine.cache.setWorkingSet(demand.workingSetBytes, nowMs);
    if (areEqual(before, this.asked)) core.scaling.wantTick(nowMs);
    else core.load.comeBack();
  }

  scheduleReturn(atMs: number): void {
    this.alarm.set(atMs);
  }

  /** Nobody is told of it. */
  opened(): void {}
  refused(): void {}

  end(): void {
    this.alarm.release();
  }
}

function askedBy(load: Load): LoadTotal {
  return totalOf([{ demand: load, vcpuNow: load.vcpu, memoryNow: load.memoryBytes }]);
}

function areEqual<Values extends Load | LoadTotal>(one: Values, other: Values): boolean {
  return (Object.keys(one) as (keyof Values)[]).every((field) => one[field] === other[field]);
}
