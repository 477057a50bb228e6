import type { LoadDemand, Profile } from '../../workload/index.ts';
import type { Slot } from '../agenda.ts';
import { Recall } from '../recall.ts';
import type { Simulation } from '../simulation.ts';
import { bindSource, type LoadSource } from '../sources.ts';
import { LiveLoad } from './live-load.ts';

/** The changes of a load in columns: when each comes, and what is wanted from then on. */
export interface LoadChanges {
  /** After the start of the run. There is one more than of all others: when the load changes after the last. */
  readonly atMs: Float64Array;
  readonly vcpu: Float64Array;
  readonly memoryBytes: Float64Array;
  readonly mostMemoryBytes: number;
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

function changesOf(source: LoadSource, { startMs, horizonMs }: Simulation): LoadChanges {
  const load = new LiveLoad(source, startMs);
  const times = [0];
  const vcpus: number[] = [];
  const bytes: number[] = [];
  for (let atMs = 0; atMs < horizonMs; atMs = load.untilMs[0] as number) {
    load.read(atMs);
    vcpus.push(load.vcpu[0] as number);
    bytes.push(load.memoryBytes[0] as number);
    times.push(load.untilMs[0] as number);
  }
  return {
    atMs: Float64Array.from(times),
    vcpu: Float64Array.from(vcpus),
    memoryBytes: Float64Array.from(bytes),
    mostMemoryBytes: bytes.reduce((most, one) => Math.max(most, one), 0),
  };
}
