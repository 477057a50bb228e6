import {
  type BoundGroup,
  type BoundJobs,
  type BoundProfile,
  bindGroup,
  bindJobs,
  bindProfile,
  type Demand,
  type LoadDemand,
} from '../../workload/index.ts';
import type { Slot } from '../agenda/agenda.ts';
import { canBeShort } from '../fast/short-queries.ts';
import { isTimerOnly } from '../fast/timer-only.ts';
import type { Simulation } from '../simulation.ts';
import { LoadAhead } from './load-ahead.ts';
import { sharedDraws } from './shared-draws.ts';

/** A demand bound to a run, with random streams of its own and the state that its clients share. */
export type DemandSource = JobSource | ClientSource | LoadSource;

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

export interface LoadSource {
  readonly kind: 'load';
  readonly demand: LoadDemand;
  readonly slot: Slot;
  readonly vcpu: BoundProfile;
  readonly memory: BoundProfile;
  /** Both profiles, read ahead for a run. */
  readonly ahead: LoadAhead;
  vcpuNow: number;
  memoryNow: number;
}

/**
 * @param number the place among the demands of the compute, which identifies a group
 * @param sharesDraws whether other runs of the same demand read the same draws, so that keeping them pays
 */
export function bindSource(
  demand: Demand,
  slot: Slot,
  simulation: Simulation,
  path: string,
  number = 0,
  sharesDraws = false,
): DemandSource {
  const { seed, startMs, zone, stepping } = simulation;
  const name = `${path}/${demand.name}`;
  const keep = sharesDraws ? sharedDraws : undefined;
  if (demand.kind === 'jobs') {
    return {
      ...bindJobs(demand, simulation, name, keep),
      slot,
      isTimerOnly: !stepping && isTimerOnly(demand),
      canBeShort: !stepping && demand.sessions === 1 && canBeShort(demand.query),
    };
  }
  if (demand.kind === 'clients') {
    return {
      ...bindGroup(demand, number, simulation, name, keep),
      slot,
      canBeShort: !stepping && canBeShort(demand.query),
    };
  }
  const vcpu = bindProfile(demand.vcpu, startMs, zone, seed, `${name}/vcpu`);
  const memory = bindProfile(demand.memoryBytes, startMs, zone, seed, `${name}/memory`);
  return {
    kind: 'load',
    demand,
    slot,
    vcpu,
    memory,
    ahead: new LoadAhead(vcpu, memory, startMs),
    vcpuNow: 0,
    memoryNow: 0,
  };
}

/** Binds a demand to no run, for a look ahead at its draws. It reads the draws that runs share. */
export function bindAhead(demand: Demand, simulation: Simulation, path: string): DemandSource {
  return bindSource(demand, NO_SLOT, simulation, path, 0, true);
}

const NO_SLOT = 0 as Slot;
