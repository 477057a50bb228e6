import {
  type BoundGroup,
  type BoundJobs,
  type BoundLoad,
  type BoundReplication,
  bindDemand,
  type Demand,
} from '../../workload/index.ts';
import type { Slot } from '../agenda/agenda.ts';
import { canBeShort } from '../fast/short-queries.ts';
import { isTimerOnly } from '../fast/timer-only.ts';
import type { Simulation } from '../simulation.ts';
import { sharedDraws } from './shared-draws.ts';

/** A demand bound to a run, with its slot in the agenda. */
export type DemandSource = JobSource | ClientSource | LoadSource | ReplicationSource;

export interface JobSource extends BoundJobs {
  readonly slot: Slot;
  /** Whether its jobs need nothing except time, so that a fast path takes them. */
  readonly isTimerOnly: boolean;
  /** Whether its queries may run in one go, if they end before the next event. */
  readonly canBeShort: boolean;
}

export interface ClientSource extends BoundGroup {
  readonly slot: Slot;
  /** Whether its queries may run in one go, if they end before the next event. */
  readonly canBeShort: boolean;
}

export interface LoadSource extends BoundLoad {
  readonly slot: Slot;
}

export interface ReplicationSource extends BoundReplication {
  readonly slot: Slot;
}

/** @param sharesDraws whether other runs of the same demand read the same draws, so that keeping them pays */
export function bindSource(
  demand: Demand,
  slot: Slot,
  simulation: Simulation,
  compute: string,
  number: number,
  sharesDraws: boolean,
): DemandSource {
  const { stepping } = simulation;
  const bound = bindDemand(demand, simulation, compute, number, sharesDraws ? sharedDraws : undefined);
  if (bound.kind === 'load' || bound.kind === 'replication') return { ...bound, slot };
  const hasShortQueries = !stepping && canBeShort(bound.demand.query);
  if (bound.kind === 'clients') return { ...bound, slot, canBeShort: hasShortQueries };
  return {
    ...bound,
    slot,
    isTimerOnly: !stepping && isTimerOnly(bound.demand),
    canBeShort: hasShortQueries && bound.demand.sessions === 1,
  };
}
