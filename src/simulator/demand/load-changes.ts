import {
  type BoundLoad,
  type BoundProfile,
  bindDemand,
  LoadAhead,
  type LoadDemand,
  type Profile,
} from '../../workload/index.ts';
import { Memo } from '../memo.ts';
import type { Simulation } from '../simulation.ts';

/** The changes of a load within a run. */
export interface LoadChanges {
  /** Always the same number, because there is only one block. */
  readonly block: number;
  /**
   * The times of the changes, from the start of the run. There is one more time than changes: that of the
   * first change after the run.
   */
  readonly atMs: Float64Array;
  readonly vcpu: Float64Array;
  readonly memoryBytes: Float64Array;
  readonly mostMemoryBytes: number;
}

/**
 * Returns all changes of a load within a run. They depend neither on the configuration nor on the CPU time of
 * a query, so all runs of the same profiles share them.
 */
export function allChanges(simulation: Simulation, demand: LoadDemand, compute: string): LoadChanges {
  const { seed, startMs, horizonMs, zone } = simulation;
  const { vcpu, memoryBytes, name } = demand;
  return CHANGES.of(vcpu, [memoryBytes, compute, name, seed, startMs, horizonMs, zone.name], () =>
    changesOf(bindDemand(demand, simulation, compute), horizonMs),
  );
}

/** Reads a load ahead in a run that has all of its changes. */
export function knownAhead({ atMs, vcpu, memoryBytes }: LoadChanges, startMs: number): LoadAhead {
  // The changes are asked for one by one.
  const known = (values: Float64Array): BoundProfile => {
    let place = -1;
    return () => {
      place++;
      return { value: values[place] as number, untilMs: startMs + (atMs[place + 1] as number) };
    };
  };
  return new LoadAhead(known(vcpu), known(memoryBytes), startMs);
}

const CHANGES = new Memo<Profile, LoadChanges>();

function changesOf({ ahead }: BoundLoad, horizonMs: number): LoadChanges {
  const times = [0];
  const vcpus: number[] = [];
  const bytes: number[] = [];
  while (ahead.endMs < horizonMs) {
    ahead.read(horizonMs);
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
