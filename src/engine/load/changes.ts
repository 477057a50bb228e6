import type { LoadDemand, Profile } from '../../workload/index.ts';
import type { Slot } from '../agenda.ts';
import { Recall } from '../recall.ts';
import type { Simulation } from '../simulation.ts';
import { bindSource, type LoadSource } from '../sources.ts';

/** The changes of a load in columns: when each comes, and what is wanted from then on. */
export interface LoadChanges {
  /** After the start of the run. There is one more than of all others: when the load changes after the last. */
  readonly atMs: Float64Array;
  readonly vcpu: Float64Array;
  readonly memoryBytes: Float64Array;
  readonly mostMemoryBytes: number;
  /** Reads more of them, in place of those that there were; null: these are all of a run. */
  readonly read: ((atMs: number) => void) | null;
}

/**
 * All of a run. They depend neither on the setting nor on what a query takes, so that they are read once for all runs of
 * the same profiles.
 */
export function allChanges(simulation: Simulation, demand: LoadDemand, compute: string): LoadChanges {
  const { seed, startMs, horizonMs, zone } = simulation;
  const { vcpu, memoryBytes, name } = demand;
  return CHANGES.of(vcpu, [memoryBytes, compute, name, seed, startMs, horizonMs, zone.name], () =>
    changesOf(bindSource(demand, NO_SLOT, simulation, compute) as LoadSource, simulation),
  );
}

const CHANGES = new Recall<Profile, LoadChanges>();

/** Nothing is set in an agenda here. */
const NO_SLOT = 0 as Slot;

/** One at a time, read when it comes: of a load that is still being told, nothing is known beforehand. */
export function liveChanges({ vcpu, memory }: LoadSource, startMs: number): LoadChanges {
  const changes = columns(1);
  const read = (atMs: number) => {
    const [ofCpu, ofMemory] = [vcpu(startMs + atMs), memory(startMs + atMs)];
    changes.vcpu[0] = ofCpu.value;
    changes.memoryBytes[0] = ofMemory.value;
    changes.atMs[1] = Math.ceil(Math.min(ofCpu.untilMs, ofMemory.untilMs) - startMs);
  };
  return { ...changes, mostMemoryBytes: Number.POSITIVE_INFINITY, read };
}

function changesOf(load: LoadSource, { startMs, horizonMs }: Simulation): LoadChanges {
  const live = liveChanges(load, startMs);
  const times = [0];
  const vcpus: number[] = [];
  const bytes: number[] = [];
  for (let atMs = 0; atMs < horizonMs; atMs = live.atMs[1] as number) {
    live.read?.(atMs);
    vcpus.push(live.vcpu[0] as number);
    bytes.push(live.memoryBytes[0] as number);
    times.push(live.atMs[1] as number);
  }
  return {
    atMs: Float64Array.from(times),
    vcpu: Float64Array.from(vcpus),
    memoryBytes: Float64Array.from(bytes),
    mostMemoryBytes: bytes.reduce((most, one) => Math.max(most, one), 0),
    read: null,
  };
}

function columns(count: number): Omit<LoadChanges, 'mostMemoryBytes' | 'read'> {
  return {
    atMs: new Float64Array(count + 1),
    vcpu: new Float64Array(count),
    memoryBytes: new Float64Array(count),
  };
}
