import {
  type BoundGroup,
  type BoundJobs,
  type BoundLoad,
  type BoundReplication,
  bindDemand,
  type Demand,
} from '../../workload/index.ts';
import type { Slot } from '../agenda/agenda.ts';
import { isTimerOnly } from '../fast/timer-only.ts';
import type { Simulation } from '../simulation.ts';
import { allChanges, knownAhead } from './load-changes.ts';
import { sharedDraws } from './shared-draws.ts';

/** A demand bound to a run, with its slot in the agenda. */
export type DemandSource = JobSource | ClientSource | LoadSource | ReplicationSource;

export interface JobSource extends BoundJobs {
  readonly slot: Slot;
  /** Whether its jobs need nothing except time, so that a fast path takes them. */
  readonly isTimerOnly: boolean;
}

export interface ClientSource extends BoundGroup {
  readonly slot: Slot;
}

export interface LoadSource extends BoundLoad {
  readonly slot: Slot;
}

export interface ReplicationSource extends BoundReplication {
  readonly slot: Slot;
}

/**
 * @param sharesDraws whether other runs of the same demand read the same draws and changes, so that keeping them pays
 * @param takesTimerOnly whether jobs that need nothing but time take the fast path for them
 */
export function bindSource(
  demand: Demand,
  slot: Slot,
  simulation: Simulation,
  compute: string,
  number: number,
  sharesDraws: boolean,
  takesTimerOnly: boolean,
): DemandSource {
  const bound = bindDemand(demand, simulation, compute, number, sharesDraws ? sharedDraws : undefined);
  // Field by field: V8 gives each copy that is made by spreading a shape of its own, and then discards compiled code.
  switch (bound.kind) {
    case 'load': {
      const { kind, vcpu, vcpuNow, memoryNow } = bound;
      const ahead = sharesDraws
        ? knownAhead(allChanges(simulation, bound.demand, compute), simulation.startMs)
        : bound.ahead;
      return { kind, demand: bound.demand, vcpu, ahead, vcpuNow, memoryNow, slot };
    }
    case 'replication':
      return { ...bound, slot };
    case 'clients': {
      const { kind, thinkMs, cpuMs, waitMs, working, sockets, idleSinceMs, deadSinceMs, wanting } = bound;
      return {
        kind,
        demand: bound.demand,
        number,
        thinkMs,
        cpuMs,
        waitMs,
        working,
        sockets,
        idleSinceMs,
        deadSinceMs,
        wanting,
        slot,
      };
    }
    default: {
      const { kind, arrivals, cpuMs, waitMs, keptOpen, keptDead } = bound;
      return {
        kind,
        demand: bound.demand,
        arrivals,
        cpuMs,
        waitMs,
        keptOpen,
        keptDead,
        slot,
        isTimerOnly: takesTimerOnly && isTimerOnly(bound.demand),
      };
    }
  }
}
