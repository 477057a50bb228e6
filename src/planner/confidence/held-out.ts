import type { Simulation } from '../../simulator/index.ts';
import type { Configuration } from '../configurations/configuration.ts';
import type { Broken, ObjectiveName, Objectives } from '../objectives/objectives.ts';
import { costPerMonth } from '../objectives/outcome.ts';
import { dayBorders, partsOf } from './days.ts';
import { figuresFor, isKept } from './summed-figures.ts';
import type { Sums } from './sums.ts';

/** The outcome of a configuration in the holdout, the part of a run that it was not chosen by. */
export interface HeldOut {
  /** When the holdout begins, in milliseconds from the start of the run, and how long it is. */
  readonly fromMs: number;
  readonly lengthMs: number;
  readonly costPerMonth: number;
  readonly broken: readonly Broken[];
  /**
   * Percentiles above their bounds: the share of values above the bound, and the largest share that may be.
   */
  readonly late: readonly {
    readonly objective: ObjectiveName;
    readonly share: number;
    readonly most: number;
  }[];
}

/** When the last share of a run begins: at the local midnight before, if there is one. */
export function heldOutFromMs(simulation: Simulation, share: number): number {
  const atMs = Math.round(simulation.horizonMs * (1 - share));
  return dayBorders(simulation).findLast((one) => one > 0 && one <= atMs) ?? atMs;
}

/**
 * Judges the holdout within a run of everything, so that it begins with the compute as it then is. Counts are
 * compared with their bounds as they are. The temporary disk and whole months are not judged.
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
