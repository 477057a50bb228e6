import type { ReplicationDemand } from '../demand.ts';
import type { BoundSpan } from './bound-clients.ts';

/** A subscription of logical replication, within a span. Times count from the epoch. */
export interface BoundReplication {
  readonly kind: 'replication';
  readonly demand: ReplicationDemand;
  readonly fromMs: number;
  readonly untilMs: number;
}

export function bindReplication(
  demand: ReplicationDemand,
  { startMs, horizonMs }: BoundSpan,
): BoundReplication {
  const untilMs = startMs + Math.min(horizonMs, demand.untilMs ?? horizonMs);
  return { kind: 'replication', demand, fromMs: startMs + demand.fromMs, untilMs };
}
