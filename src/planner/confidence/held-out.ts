import type { Simulation } from '../../simulator/index.ts';
import type { Configuration } from '../configurations/configuration.ts';
import type { Broken, ObjectiveName, Objectives } from '../objectives/objectives.ts';
import { costPerMonth } from '../objectives/outcome.ts';
import { dayBorders, partsOf } from './days.ts';
import { figuresFor, isKept } from './summed-figures.ts';
import type { Sums } from './sums.ts';

/** What a configuration came to in the part of a run that it was not chosen by. */
export interface HeldOut {
  /** Milliseconds from the start of the run, and how long the part is. */
  readonly fromMs: number;
  readonly lengthMs: number;
  readonly costPerMonth: number;
  readonly broken: readonly Broken[];
  /** Percentiles that were not kept: the share that was slower than the bound, and what share may be. */
  readonly late: readonly {
    readonly objective: ObjectiveName;
    readonly share: number;
    readonly most: number;
  }[];
}

/** Where the last share of a run begins: at the local midnight before, where there is one. */
export function heldOutFromMs(simulation: Simulation, share: number): number {
  const atMs = Math.round(simulation.horizonMs * (1 - share));
  return dayBorders(simulation).findLast((one) => one > 0 && one <= atMs) ?? atMs;
}

/**
 * The part is judged within a run of all, so that it begins as the compute then is. Counts are held to their bounds as
 * they are; the temporary disk and whole months are not judged.
 */
export function heldOut(
  simulation: Simulation,
  fromMs: number,
  configuration: Configuration,
  objectives: Objectives,
): HeldOut {
  const lengthMs = simulation.horizonMs - fromMs;
  const [sums] = partsOf(simulation, configuration, objectives, [fromMs, simulation.horizonMs]) as [Sums];
  const figures = figuresFor({ ...simulation, horizonMs: lengthMs }, objectives).map((figure) => ({
    ...figure,
    found: figure.of(sums),
  }));
  const broken = figures.flatMap(({ found, bound, ...figure }) =>
    found === null || bound === null || isKept({ ...figure, bound }, found)
      ? []
      : [{ objective: figure.objective, found, bound, isPercentile: figure.isPercentile }],
  );
  return {
    fromMs,
    lengthMs,
    costPerMonth: costPerMonth(simulation, sums),
    broken: broken
      .filter(({ isPercentile }) => !isPercentile)
      .map(({ objective, found, bound }) => ({ objective, found, bound })),
    late: broken
      .filter(({ isPercentile }) => isPercentile)
      .map(({ objective, found, bound }) => ({ objective, share: found, most: bound })),
  };
}
