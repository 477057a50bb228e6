import { type BoundLoad, bindDemand, type LoadDemand, type Profile } from '../../workload/index.ts';
import { Memo } from '../memo.ts';
import type { Simulation } from '../simulation.ts';

/** The changes of a load that come in a run. */
export interface LoadChanges {
  /** Never another one: all are here. */
  readonly block: number;
  /** After the start of the run. There is one more than of the others: when the load changes after the last. */
  readonly atMs: Float64Array;
  readonly vcpu: Float64Array;
  readonly memoryBytes: Float64Array;
  readonly mostMemoryBytes: number;
}

/**
 * All of a run. They depend neither on the setting nor on what a query takes, so that they are read once for all runs
 * of the same profiles.
 */
export function allChanges(simulation: Simulation, demand: LoadDemand, compute: string): LoadChanges {
  const { seed, startMs, horizonMs, zone } = simulation;
  const { vcpu, memoryBytes, name } = demand;
  return CHANGES.of(vcpu, [memoryBytes, compute, name, seed, startMs, horizonMs, zone.name], () =>
    changesOf(bindDemand(demand, simulation, compute), horizonMs),
  );
}

const CHANGES = new Memo<Profile, LoadChanges>();

function changesOf({ ahead }: BoundLoad, horizonMs: number): LoadChanges {
  const times = [0];
  const vcpus: number[] = [];
  const bytes: number[] = [];
  for (ahead.read(horizonMs); ahead.count > 0; ahead.read(horizonMs)) {
    for (; ahead.place < ahead.count; ahead.place++) {
      vcpus.push(ahead.vcpu[ahead.place] as number);
      bytes.push(ahead.memoryBytes[ahead.place] as number);
      times.push(ahead.atMs[ahead.place + 1] as number);
    }
  }
  return {
    block: 0,
    atMs: Float64Array.from(times),
    vcpu: Float64Array.from(vcpus),
    memoryBytes: Float64Array.from(bytes),
    mostMemoryBytes: bytes.reduce((most, one) => Math.max(most, one), 0),
  };
}
