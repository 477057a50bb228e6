import type { Simulation } from '../../simulator/index.ts';
import type { ObjectiveName, Objectives } from '../objectives/objectives.ts';
import { drawMonths, MONTH_DAYS, type Months, WEEK_DAYS } from './months.ts';
import { persistenceOf } from './persistence.ts';
import { figuresFor, isKept, type SummedFigure } from './summed-figures.ts';
import { type Sums, total } from './sums.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The confidence in the figures of a configuration, in a month like the days of the trace. */
export interface Uncertainty {
  /** The whole days of the trace. Months are drawn from the last whole weeks among them. */
  readonly days: number;
  readonly daysNeeded: number;
  /** The blocks that months are drawn from; null if there are too few days. */
  readonly blocks: Months['blocks'] | null;
  /**
   * The share of future months whose cost lay within the interval, as a test has measured it. It is no
   * guarantee.
   */
  readonly covers: number | null;
  readonly costPerMonth: Interval | null;
  /** For each objective that is set and that sums over days can judge. */
  readonly intervals: readonly ({ readonly objective: ObjectiveName } & Interval)[];
  /** The share of months that break an objective, for each objective that some break. */
  readonly breaking: readonly { readonly objective: ObjectiveName; readonly share: number }[];
  /** Share of months that meet all objectives. */
  readonly feasible: number | null;
  readonly risk: Risk | null;
}

/** From this share of months on, the risk is low or very low. */
const LITTLE_RISK = 0.95;

/** The word for a share of months that meet all objectives. */
export const RISKS = [
  { risk: 'very low', feasible: 0.99 },
  { risk: 'low', feasible: LITTLE_RISK },
  { risk: 'medium', feasible: 0.8 },
  { risk: 'high', feasible: 0.5 },
  { risk: 'very high', feasible: 0 },
] as const;

/** Whether enough months meet all objectives for a low risk. */
export function isAtLittleRisk(feasible: number): boolean {
  return feasible >= LITTLE_RISK;
}

/** Measured with workloads whose next month is known: test/slow/plan-intervals.test.ts. */
export const COVERS: Readonly<Record<Months['blocks'], number>> = { days: 0.81, weeks: 0.88 };

type Risk = (typeof RISKS)[number]['risk'];

/** It takes at least two of each weekday to tell weekdays apart. */
export const DAYS_NEEDED = 2 * WEEK_DAYS;

/** With too few days, all figures are null. */
export function unknown(days: number): Uncertainty {
  return {
    days,
    daysNeeded: DAYS_NEEDED,
    blocks: null,
    covers: null,
    costPerMonth: null,
    intervals: [],
    breaking: [],
    feasible: null,
    risk: null,
  };
}

/**
 * @param broken the objectives that the run itself breaks; if sums over days cannot judge one, each month
 * breaks it too
 */
export function uncertaintyOf(
  days: readonly Sums[],
  simulation: Simulation,
  objectives: Objectives,
  broken: readonly ObjectiveName[],
): Uncertainty {
  const weeks = Math.floor(days.length / WEEK_DAYS);
  const used = days.slice(-weeks * WEEK_DAYS);
  const months = drawMonths(weeks, simulation.seed, DRAWS);
  const sums = months.drawn.map((month) => total(month.map((day) => used[day] as Sums)));
  const middles = usualMonths(used);
  const middleOf = (month: number) => middles[(months.drawn[month]?.[0] as number) % WEEK_DAYS] as Sums;
  const figures = figuresFor(simulation, objectives).map((figure) => {
    const by = months.widening(persistenceOf(used.map((day) => figure.of(day) ?? 0)));
    return { figure, found: sums.map((month, i) => widened(figure, month, middleOf(i), by)) };
  });
  const asked = figures.filter(({ figure }) => figure.bound !== null);
  const fixed = broken.filter((objective) => !figures.some(({ figure }) => figure.objective === objective));
  const kept = sums.filter((_, i) => asked.every(({ figure, found }) => isKept(figure, found[i] ?? null)));
  const feasible = fixed.length > 0 ? 0 : kept.length / DRAWS;
  return {
    days: days.length,
    daysNeeded: DAYS_NEEDED,
    blocks: months.blocks,
    covers: COVERS[months.blocks],
    costPerMonth: figures.flatMap(({ figure, found }) =>
      figure.objective === 'budget' ? intervalOf(found) : [],
    )[0] as Interval,
    intervals: asked.flatMap(({ figure: { objective, isPercentile }, found }) =>
      isPercentile ? [] : intervalOf(found).map((interval) => ({ objective, ...interval })),
    ),
    breaking: [
      ...asked.flatMap(({ figure, found }) => {
        const share = found.filter((one) => !isKept(figure, one)).length / DRAWS;
        return share === 0 ? [] : [{ objective: figure.objective, share }];
      }),
      ...fixed.map((objective) => ({ objective, share: 1 })),
    ],
    feasible,
    risk: riskOf(feasible),
  };
}

const DRAWS = 1000;

/**
 * For each weekday that a month can begin with, a month of usual days, since the calendar is not chance. The
 * sums are those of as many such months as there are weeks, which makes no difference to rates and shares.
 */
function usualMonths(days: readonly Sums[]): Sums[] {
  const usual = Array.from({ length: WEEK_DAYS }, (_, weekday) =>
    total(days.filter((_, day) => day % WEEK_DAYS === weekday)),
  );
  return usual.map((_, first) =>
    total(Array.from({ length: MONTH_DAYS }, (_, i) => usual[(first + i) % WEEK_DAYS] as Sums)),
  );
}

function widened({ of, highest }: SummedFigure, month: Sums, usual: Sums, by: number): number | null {
  const [drawn, middle] = [of(month), of(usual)];
  if (drawn === null || middle === null) return null;
  return Math.min(highest, Math.max(0, middle + by * (drawn - middle)));
}

/**
 * The interval that contains nine of ten values, with one of twenty below and one above; empty if there are
 * no values.
 */
function intervalOf(found: readonly (number | null)[]): Interval[] {
  const known = found.filter((one) => one !== null).sort((a, b) => a - b);
  const at = (share: number) => known[Math.round(share * (known.length - 1))];
  const [low, high] = [at(0.05), at(0.95)];
  return low === undefined || high === undefined ? [] : [{ low, high }];
}

function riskOf(feasible: number): Risk {
  return (RISKS.find((one) => feasible >= one.feasible) as (typeof RISKS)[number]).risk;
}
