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

/** A demand bound to a run: its own streams of chance, and what it remembers between its clients. */
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

export interface LoadSource {
  readonly kind: 'load';
  readonly demand: LoadDemand;
  readonly slot: Slot;
  readonly vcpu: BoundProfile;
  readonly memory: BoundProfile;
  /** The same, for a run. */
  readonly ahead: LoadAhead;
  vcpuNow: number;
  memoryNow: number;
}

/**
 * @param number its place among the demands of its compute, by which a group is called
 * @param sharesDraws other runs of the same demand read the same draws, so that they are worth keeping
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
