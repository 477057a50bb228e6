import type { LoadTotal } from '../../compute/index.ts';
import type { LoadDemand } from '../demand.ts';
import { bindProfile } from '../profiles/bound-profile.ts';
import type { BoundProfile } from '../profiles/profile.ts';
import type { Zone } from '../time/zone.ts';
import { LoadAhead } from './load-ahead.ts';

/** A load with random streams of its own: its demand now, and the changes to come. */
export interface BoundLoad {
  readonly kind: 'load';
  readonly demand: LoadDemand;
  readonly vcpu: BoundProfile;
  readonly ahead: LoadAhead;
  vcpuNow: number;
  memoryNow: number;
}

export function bindLoad(
  demand: LoadDemand,
  { seed, startMs, zone }: { readonly seed: number; readonly startMs: number; readonly zone: Zone },
  name: string,
): BoundLoad {
  const vcpu = bindProfile(demand.vcpu, startMs, zone, seed, `${name}/vcpu`);
  const memory = bindProfile(demand.memoryBytes, startMs, zone, seed, `${name}/memory`);
  return {
    kind: 'load',
    demand,
    vcpu,
    ahead: new LoadAhead(vcpu, memory, startMs),
    vcpuNow: 0,
    memoryNow: 0,
  };
}

/** The load takes its next change, which comes before an instant. Returns false if its demand stays the same. */
export function takeChange(load: BoundLoad, untilMs: number): boolean {
  const { ahead } = load;
  const place = ahead.take(untilMs);
  const vcpu = ahead.vcpu[place] as number;
  const memoryBytes = ahead.memoryBytes[place] as number;
  const isOther = vcpu !== load.vcpuNow || memoryBytes !== load.memoryNow;
  load.vcpuNow = vcpu;
  load.memoryNow = memoryBytes;
  return isOther;
}

/** Loads of which the demand now is known. */
type PresentLoad = Pick<BoundLoad, 'vcpuNow' | 'memoryNow'> & {
  readonly demand: Pick<LoadDemand, 'cpuMsPerQuery' | 'pagesPerQuery' | 'concurrency' | 'connections'>;
};

/** The demand of all loads of a compute now. A load without demand for CPU has no connections. */
export function totalOf(loads: readonly PresentLoad[]): LoadTotal {
  const total = { vcpu: 0, queries: 0, pages: 0, concurrency: 0, connections: 0, memoryBytes: 0 };
  for (const { vcpuNow, memoryNow, demand } of loads) {
    const queries = vcpuNow / demand.cpuMsPerQuery;
    total.vcpu += vcpuNow;
    total.queries += queries;
    total.pages += queries * demand.pagesPerQuery;
    total.concurrency += demand.concurrency ?? Number.POSITIVE_INFINITY;
    total.connections += vcpuNow > 0 ? demand.connections : 0;
    total.memoryBytes += memoryNow;
  }
  return total;
}
