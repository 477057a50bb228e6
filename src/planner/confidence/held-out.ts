import type { Simulation } from '../../engine/index.ts';
import { costPerMonth } from '../promises/outcome.ts';
import type { Broken, PromiseName, Promises } from '../promises/promises.ts';
import type { Setting } from '../settings/setting.ts';
import { dayBorders, partsOf } from './days.ts';
import { figuresFor, isKept } from './summed-figures.ts';
import type { Sums } from './sums.ts';

/** What a setting came to in the part of a run that it was not chosen by. */
export interface HeldOut {
  /** Milliseconds from the start of the run, and how long the part is. */
  readonly fromMs: number;
  readonly lengthMs: number;
  readonly costPerMonth: number;
  readonly broken: readonly Broken[];
  /** Percentiles that were not kept: the share that was slower than the bound, and what share may be. */
  readonly late: readonly { readonly promise: PromiseName; readonly share: number; readonly most: number }[];
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
  setting: Setting,
  promises: Promises,
): HeldOut {
  const lengthMs = simulation.horizonMs - fromMs;
  const [sums] = partsOf(simulation, setting, promises, [fromMs, simulation.horizonMs]) as [Sums];
  const figures = figuresFor({ ...simulation, horizonMs: lengthMs }, promises).map((figure) => ({
    ...figure,
    found: figure.of(sums),
  }));
  const broken = figures.flatMap(({ found, bound, ...figure }) =>
    found === null || bound === null || isKept({ ...figure, bound }, found)
      ? []
      : [{ promise: figure.promise, found, bound, isPercentile: figure.isPercentile }],
  );
  return {
    fromMs,
    lengthMs,
    costPerMonth: costPerMonth(simulation, sums),
    broken: broken
      .filter(({ isPercentile }) => !isPercentile)
      .map(({ promise, found, bound }) => ({ promise, found, bound })),
    late: broken
      .filter(({ isPercentile }) => isPercentile)
      .map(({ promise, found, bound }) => ({ promise, share: found, most: bound })),
  };
}
