import type { Problem } from '../../problem/index.ts';
import type { ComputePlan } from '../../simulator/index.ts';
import { type Demand, grown, isTraceLoad } from '../../workload/index.ts';
import type { Document } from '../text/document.ts';

/**
 * Splits the demand of a compute evenly among replicas. Each replica has its own cache and its own minimum, and random
 * arrivals of its own: if each read goes to any replica by chance, the reads of each are random arrivals too.
 */
export function replicasOf(whole: ComputePlan, count: number): ComputePlan[] {
  if (count === 1) return [whole];
  const demand = whole.demand.map((one) => grown(one, 1 / count));
  return Array.from({ length: count }, (_, at) => ({ ...whole, name: `${whole.name} ${at + 1}`, demand }));
}

/** Returns a problem for each part of a compute that cannot be split among replicas. */
export function replicaProblems(
  { type, demand, changes }: ComputePlan,
  copies: number,
  path: readonly PropertyKey[],
  document: Document,
): Problem[] {
  const report = (within: readonly PropertyKey[], found: string, remedy: string): Problem => ({
    place: document.place([...path, ...within]),
    found,
    remedy,
  });
  return [
    ...(type === 'read_only'
      ? []
      : [report(['replicas'], 'only reads can go to any of several computes', 'set type: read_only')]),
    ...(copies === 1
      ? []
      : [report(['copies'], 'this compute has replicas already', 'use copies or replicas, not both')]),
    ...(changes.length === 0
      ? []
      : [
          report(
            ['changes'],
            'a change is planned for one compute, and this one stands for several',
            'leave the changes out, or list each replica as a compute',
          ),
        ]),
    ...demand.flatMap((one, i) => {
      const what = unsplittable(one);
      return what === null
        ? []
        : [
            report(
              ['demand', i],
              `${what} cannot be split among replicas`,
              'describe it as arrivals or a load',
            ),
          ];
    }),
  ];
}

/** Only a rate or an amount can be divided. Null if the demand has one. */
function unsplittable(demand: Demand): string | null {
  if (demand.kind === 'clients') return 'a group of clients';
  if (demand.kind === 'replication') return 'logical replication';
  if (demand.kind === 'load') return isTraceLoad(demand) ? 'a trace of one server' : null;
  if (demand.keepsConnection) return 'a poller';
  return demand.schedule.kind === 'cron' || demand.schedule.kind === 'every' ? 'a job at fixed times' : null;
}
