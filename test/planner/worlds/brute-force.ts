import {
  type Choices,
  type Configuration,
  candidateGroups,
  evaluate,
  type Objectives,
} from '../../../src/planner/index.ts';
import type { Simulation } from '../../../src/simulator/index.ts';
import { keepsUnderAll } from '../every-stress.ts';

export interface Tried {
  readonly configuration: Configuration;
  /** By world. */
  readonly costs: readonly number[];
  readonly keeps: readonly boolean[];
}

/** Tries each configuration in each world, with runs of their own. */
export function tryAll(worlds: readonly Simulation[], objectives: Objectives, choices: Choices): Tried[] {
  return candidateGroups(worlds[0] as Simulation, choices)
    .flat()
    .map((configuration) => ({
      configuration,
      costs: worlds.map((world) => evaluate(world, configuration).costPerMonth),
      keeps: worlds.map((world) => keepsUnderAll(world, configuration, objectives)),
    }));
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** The least cost of a configuration that meets its objectives in a world. Infinite if none does. */
export function bestCosts(all: readonly Tried[], worlds: number): number[] {
  return Array.from({ length: worlds }, (_, world) =>
    Math.min(...all.filter(({ keeps }) => keeps[world]).map(({ costs }) => costs[world] as number)),
  );
}
