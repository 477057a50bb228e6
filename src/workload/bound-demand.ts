import {
  type BoundGroup,
  type BoundJobs,
  type BoundSpan,
  bindGroup,
  bindJobs,
  type KeptDraws,
} from './clients/bound-clients.ts';
import { type BoundReplication, bindReplication } from './clients/bound-replication.ts';
import type { Demand } from './demand.ts';
import { type BoundLoad, bindLoad } from './loads/bound-load.ts';

/** A demand with random streams of its own, and its state between its clients. */
export type BoundDemand = BoundJobs | BoundGroup | BoundLoad | BoundReplication;

/**
 * @param compute its name is part of the names of the random streams
 * @param number its place among the demands of its compute, by which a group is called
 */
export function bindDemand<Kind extends Demand>(
  demand: Kind,
  span: BoundSpan,
  compute: string,
  number?: number,
  kept?: KeptDraws,
): Extract<BoundDemand, { kind: Kind['kind'] }>;
export function bindDemand(
  demand: Demand,
  span: BoundSpan,
  compute: string,
  number = 0,
  kept?: KeptDraws,
): BoundDemand {
  const name = `${compute}/${demand.name}`;
  if (demand.kind === 'jobs') return bindJobs(demand, span, name, kept);
  if (demand.kind === 'replication') return bindReplication(demand, span);
  return demand.kind === 'clients'
    ? bindGroup(demand, number, span, name, kept)
    : bindLoad(demand, span, name);
}
