import type { Simulation } from '../../simulator/index.ts';
import { configurationOf } from '../configurations/configuration.ts';
import { type BasisOfObjectives, basisOf } from '../objectives/basis.ts';
import { type Judged, judged } from '../objectives/judged.ts';
import type { ObjectiveName, Objectives } from '../objectives/objectives.ts';
import type { Outcome } from '../objectives/outcome.ts';
import type { MostOfHours } from '../timing/most-of-hours.ts';
import { configurationDifferences, type Difference, demandDifferences } from './differences.ts';
import { FIGURE_NAMES, FIGURES, type FigureName } from './figures.ts';

/** A simulation that has been run, and its outcome. */
export interface Ran {
  readonly simulation: Simulation;
  readonly outcome: Outcome;
}

/** Two runs side by side: A as it is, and B as it could be. */
export interface Comparison {
  readonly a: Judged;
  readonly b: Judged;
  readonly configurations: readonly Difference[];
  readonly demand: readonly Difference[];
  readonly figures: readonly FigureDifference[];
  /** Where the figures of each objective come from. */
  readonly basis: { readonly a: BasisOfObjectives; readonly b: BasisOfObjectives };
  /** The objectives that B breaks and A meets, and the other way round. */
  readonly newlyBroken: readonly ObjectiveName[];
  readonly mended: readonly ObjectiveName[];
}

export interface FigureDifference {
  readonly figure: FigureName;
  readonly a: number | null;
  readonly b: number | null;
  /** B minus A; null if one of them is unknown. */
  readonly difference: number | null;
  /** The difference as a share of A; null if A is zero or unknown. */
  readonly share: number | null;
  /**
   * The verdict on B. Null if a figure is unknown, if neither direction is better, or if counts cover times
   * of different length.
   */
  readonly verdict: 'better' | 'worse' | 'same' | null;
  /** When the worse run exceeds the other most; null if the figure has no hours. */
  readonly when?: MostOfHours | null;
}

export function comparisonOf(a: Ran, b: Ran, objectives: Objectives): Comparison {
  const [before, after] = [a, b].map(({ simulation, outcome }) =>
    judged({ configuration: configurationOf(simulation), outcome, isRun: true }, objectives),
  ) as [Judged, Judged];
  const isSameTime = a.simulation.horizonMs === b.simulation.horizonMs;
  return {
    a: before,
    b: after,
    configurations: configurationDifferences(a.simulation, b.simulation),
    demand: demandDifferences(a.simulation, b.simulation),
    figures: FIGURE_NAMES.map((figure) => {
      const found = figureDifference(figure, a.outcome, b.outcome);
      return isSameTime || !isCount(figure) ? found : { ...found, verdict: null };
    }),
    basis: { a: basisOf(a.simulation), b: basisOf(b.simulation) },
    newlyBroken: brokenOnlyBy(after, before),
    mended: brokenOnlyBy(before, after),
  };
}

function brokenOnlyBy({ broken }: Judged, other: Judged): ObjectiveName[] {
  const both = new Set(other.broken.map(({ objective }) => objective));
  return broken.map(({ objective }) => objective).filter((objective) => !both.has(objective));
}

/** A longer run counts more, and is no worse for it. */
function isCount(figure: FigureName): boolean {
  return FIGURES[figure].unit === 'count' || FIGURES[figure].unit === 'months';
}

function figureDifference(figure: FigureName, before: Outcome, after: Outcome): FigureDifference {
  const { of, better } = FIGURES[figure];
  const [a, b] = [of(before), of(after)];
  if (a === null || b === null) return { figure, a, b, difference: null, share: null, verdict: null };
  // Rounds away the floating-point error of the subtraction.
  const difference = Number((b - a).toPrecision(12));
  return {
    figure,
    a,
    b,
    difference,
    share: a === 0 ? null : difference / a,
    verdict:
      difference === 0
        ? 'same'
        : better === null
          ? null
          : difference < 0 === (better === 'less')
            ? 'better'
            : 'worse',
  };
}
