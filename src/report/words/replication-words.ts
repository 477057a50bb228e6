import { invariant } from '../../problem/index.ts';
import type { ComputePlan } from '../../simulator/index.ts';
import type { Demand, ReplicationDemand } from '../../workload/index.ts';
import { percent } from './format.ts';

/** Says that logical replication keeps a compute awake, and for how long. Null if it has none. */
export function replicationSentence(
  { demand }: Pick<ComputePlan, 'demand'>,
  horizonMs: number,
): string | null {
  const found = demand.filter(isReplication);
  const share = shareOf(found, horizonMs);
  if (share === 0) return null;
  const names = found.map(({ name }) => name).join(', ');
  const time = share === 1 ? 'all the time' : `${percent(share)} of the time`;
  return `Logical replication (${names}) keeps the compute awake ${time}.`;
}

function isReplication(one: Demand): one is ReplicationDemand {
  return one.kind === 'replication';
}

/** The share of a run in which there is at least one subscription. */
function shareOf(found: readonly ReplicationDemand[], horizonMs: number): number {
  const spans = found
    .map(({ fromMs, untilMs }) => ({ fromMs, untilMs: Math.min(horizonMs, untilMs ?? horizonMs) }))
    .sort((one, other) => one.fromMs - other.fromMs);
  let totalMs = 0;
  let doneMs = 0;
  for (const { fromMs, untilMs } of spans) {
    totalMs += Math.max(0, untilMs - Math.max(fromMs, doneMs));
    doneMs = Math.max(doneMs, untilMs);
  }
  invariant(totalMs <= horizonMs, 'subscriptions last no longer than their run');
  return totalMs / horizonMs;
}
