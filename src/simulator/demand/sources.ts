import {
  type BoundGroup,
  type BoundJobs,
  type BoundLoad,
  bindDemand,
  type Demand,
} from '../../workload/index.ts';
import type { Slot } from '../agenda/agenda.ts';
import { canBeShort } from '../fast/short-queries.ts';
import { isTimerOnly } from '../fast/timer-only.ts';
import type { Simulation } from '../simulation.ts';
import { sharedDraws } from './shared-draws.ts';

/** A demand bound to a run, with its slot in the agenda. */
export type DemandSource = JobSource | ClientSource | LoadSource;

export interface JobSource extends BoundJobs {
  readonly slot: Slot;
  /** Its jobs need nothing but time, so that a fast path takes them. */
  readonly isTimerOnly: boolean;
  /** Its queries run in one go if they are over before anything else is due. */
  readonly canBeShort: boolean;
}

export interface ClientSource extends BoundGroup {
  readonly slot: Slot;
  /** Its queries run in one go if they are over before anything else is due. */
  readonly canBeShort: boolean;
}

export interface LoadSource extends BoundLoad {
  readonly slot: Slot;
}

/** @param sharesDraws other runs of the same demand read the same draws, so that they are worth keeping */
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
  if (bound.kind === 'load') return { ...bound, slot };
  const hasShortQueries = !stepping && canBeShort(bound.demand.query);
  if (bound.kind === 'clients') return { ...bound, slot, canBeShort: hasShortQueries };
  return {
    ...bound,
    slot,
    isTimerOnly: !stepping && isTimerOnly(bound.demand),
    canBeShort: hasShortQueries && bound.demand.sessions === 1,
  };
}
