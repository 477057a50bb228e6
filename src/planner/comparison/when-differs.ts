import type { RunTotals, Simulation } from '../../simulator/index.ts';
import { measuredCompute } from '../configurations/configuration.ts';
import { AMOUNTS, type Amount, MARKS } from '../objectives/amounts.ts';
import { HourlyAmount } from '../timing/hourly-amount.ts';
import { type HourOf, type MostOfHours, mostOfHours } from '../timing/most-of-hours.ts';
import { watchedRun } from '../timing/watched-run.ts';
import { withWhen } from '../timing/when-broken.ts';
import type { Comparison, FigureDifference } from './comparison.ts';
import type { FigureName } from './figures.ts';

/**
 * Adds times to a comparison: when either run broke objectives, as a plan does, and when one run is worse in
 * a figure. For this both simulations are run once more and looked at each hour. The hours are not compared
 * if the runs cover different times.
 */
export function withWhenDiffers(comparison: Comparison, a: Simulation, b: Simulation): Comparison {
  const broken = (simulation: Simulation, { configuration, broken }: Comparison['a']) =>
    withWhen(simulation, configuration, broken);
  return {
    ...comparison,
    a: { ...comparison.a, broken: broken(a, comparison.a) },
    b: { ...comparison.b, broken: broken(b, comparison.b) },
    figures: isSameTime(a, b) ? timed(comparison.figures, a, b) : comparison.figures,
  };
}

function isSameTime(a: Simulation, b: Simulation): boolean {
  return a.startMs === b.startMs && a.horizonMs === b.horizonMs && a.zone.name === b.zone.name;
}

function timed(figures: readonly FigureDifference[], a: Simulation, b: Simulation): FigureDifference[] {
  const asked = figures.map((figure) => amountOf(figure));
  if (asked.every((amount) => amount === null)) return [...figures];
  const [ofA, ofB] = [a, b].map((simulation) => hoursOf(simulation, asked)) as [Hours, Hours];
  return figures.map((figure, i) => {
    const [before, after] = [ofA[i], ofB[i]];
    if (before == null || after == null) return { ...figure, when: null };
    const [worse, better] = figure.verdict === 'worse' ? [after, before] : [before, after];
    return { ...figure, when: mostOfExcess(worse, better) };
  });
}

type Hours = readonly (readonly HourOf[] | null)[];

function hoursOf(simulation: Simulation, amounts: readonly (((run: RunTotals) => number) | null)[]): Hours {
  const watches = amounts.map((amount) => (amount === null ? null : new HourlyAmount(amount)));
  watchedRun(
    simulation,
    watches.filter((watch) => watch !== null),
  );
  return watches.map((watch) => watch?.hours ?? null);
}

/**
 * The excess of one run over the other, hour by hour. Null if there is none in total: then the hours say
 * nothing.
 */
function mostOfExcess(worse: readonly HourOf[], better: readonly HourOf[]): MostOfHours | null {
  const hours = worse.map((one, i) => ({ ...one, amount: one.amount - (better[i] as HourOf).amount }));
  if (hours.reduce((sum, { amount }) => sum + amount, 0) <= 0) return null;
  return mostOfHours(hours.map((one) => ({ ...one, amount: Math.max(0, one.amount) })));
}

const metered: Amount = (run) => measuredCompute(run).meter.quarterCuMsAt(run.nowMs);

/** For an objective with a threshold there is nothing to add up. */
const AMOUNTS_OF_FIGURES: Readonly<Record<FigureName, Amount | null>> = {
  ...AMOUNTS,
  ...Object.fromEntries([...MARKS].map((objective) => [objective, null])),
  cost: metered,
  'cu-hours': metered,
  awake: null,
};

/**
 * The amount behind a figure. For a percentile, it counts the values above the better percentile of both.
 * Null if neither run is worse, or if the figure has no hours.
 */
function amountOf({ figure, a, b, verdict }: FigureDifference): ((run: RunTotals) => number) | null {
  const amount = AMOUNTS_OF_FIGURES[figure];
  const isWorse = verdict === 'better' || verdict === 'worse';
  if (amount === null || !isWorse || a === null || b === null) return null;
  return (run) => amount(run, Math.min(a, b));
}
