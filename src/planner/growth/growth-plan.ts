import { DAY_MS, MICROS } from '../../facts/index.ts';
import { InvariantError } from '../../problem/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { civilDate } from '../../workload/index.ts';
import { type Configuration, sameConfiguration } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import type { PlanQuestion } from '../plan/plan-question.ts';
import { nearestOf, verdictOf } from '../plan/verdict.ts';
import { Robustness } from '../robust/robustness.ts';
import { grownBy, underConditions, type WorkUnder } from '../search/conditions.ts';
import { bestFirst } from '../search/ranking.ts';
import { remembering } from '../search/remembered-work.ts';
import { search } from '../search/search.ts';
import { withWhen } from '../timing/when-broken.ts';
import { microsOf, type OneForAll, oneForAll } from './one-for-all-months.ts';

/** How demand grows, and for how many months to plan. */
export interface GrowthAhead {
  /** The growth a month as a share, compound; negative if demand shrinks. */
  readonly perMonth: number;
  readonly months: number;
}

export interface GrowthPlan extends GrowthAhead {
  /** The month in which the trace ends, with today's demand. */
  readonly now: string;
  /** The months after it, as far as they were planned. */
  readonly planned: readonly GrownMonth[];
  /** Consecutive months with the same configuration are one step. */
  readonly steps: readonly GrowthStep[];
  /** The first month in which today's recommendation breaks an objective; null if it breaks none. */
  readonly breaks: {
    readonly month: string;
    readonly factor: number;
    readonly broken: Judged['broken'];
  } | null;
  /** The cost of the steps over all months; null if no configuration meets all objectives in one of them. */
  readonly cost: number | null;
  /** The cheapest configuration that meets all objectives now and in each month; null if there is none. */
  readonly one: OneForAll | null;
  /**
   * Whether the steps save no more than is worth a change, so that one configuration is enough for all
   * months.
   */
  readonly isOneEnough: boolean;
  /** False if the plan was stopped. */
  readonly isWhole: boolean;
}

interface GrownMonth {
  /** For example 2026-09. */
  readonly month: string;
  readonly factor: number;
  /** The recommendation for that month; null if no configuration meets all objectives. */
  readonly recommendation: Judged | null;
  /** If there is no recommendation: the configuration that breaks the fewest objectives. */
  readonly nearest: Judged | null;
  /** The outcome of today's recommendation in that month. */
  readonly today: Judged;
}

export interface GrowthStep {
  readonly from: string;
  readonly until: string;
  /** Null if no configuration meets all objectives. */
  readonly configuration: Configuration | null;
}

/**
 * A plan for each month to come. The configuration of one month is the current one of the next: it stays as
 * long as it meets its objectives and no other saves enough. Each month has a search of its own, since
 * nothing is concluded from one demand to another. The bounds are those of the plan, so a budget is for the
 * grown demand as well.
 */
export async function growthPlan(
  question: PlanQuestion,
  today: Judged,
  { perMonth, months }: GrowthAhead,
  work: WorkUnder,
  show: (done: number) => void = () => {},
): Promise<GrowthPlan> {
  const workUnder = remembering(work);
  const factors = factorsOf({ perMonth, months });
  const planned: GrownMonth[] = [];
  let before = today.configuration;
  for (const [i, factor] of factors.entries()) {
    show(i / (months + 1));
    const month = await monthOf(question, factor, today.configuration, before, workUnder);
    if (month === null) break;
    planned.push({ month: monthAfter(question.simulation, i + 1), factor, ...month });
    before = month.recommendation?.configuration ?? before;
  }
  const isPlanned = planned.length === months;
  const cost = isPlanned ? costOf(planned) : null;
  const lasts = planned.every(
    ({ recommendation }) =>
      recommendation !== null && sameConfiguration(recommendation.configuration, today.configuration),
  );
  const found =
    cost === null
      ? { one: null, isWhole: isPlanned }
      : lasts
        ? { one: { configuration: today.configuration, cost }, isWhole: true }
        : await oneForAll(question, [1, ...factors], settingsOf(today, planned), workUnder);
  const breaking = planned.find((one) => one.today.broken.length > 0) ?? null;
  show(1);
  return {
    perMonth,
    months,
    now: monthAfter(question.simulation, 0),
    planned,
    steps: stepsOf(planned),
    breaks: breaking === null ? null : breakOf(question, breaking, workUnder),
    cost,
    one: found.one,
    isOneEnough: cost !== null && found.one !== null && !(1 - cost / found.one.cost > question.worthwhile),
    isWhole: found.isWhole,
  };
}

/** The factor of today's demand in each month. */
export function factorsOf({ perMonth, months }: GrowthAhead): number[] {
  return Array.from({ length: months }, (_, i) => (1 + perMonth) ** (i + 1));
}

/** The month that comes `months` after the one in which the trace ends, such as 2026-09. */
export function monthAfter({ zone, startMs, horizonMs }: Simulation, months: number): string {
  const { year, month } = civilDate(Math.floor(zone.localMs(startMs + horizonMs - 1) / DAY_MS));
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Null if the plan was stopped. */
async function monthOf(
  { simulation, objectives, choices, worthwhile }: PlanQuestion,
  factor: number,
  today: Configuration,
  before: Configuration,
  workUnder: WorkUnder,
): Promise<Pick<GrownMonth, 'recommendation' | 'nearest' | 'today'> | null> {
  const conditions = grownBy(factor);
  const work = workUnder(conditions);
  const robust = new Robustness({ simulation, objectives, conditions }, workUnder);
  const configurations = sameConfiguration(today, before) ? [today] : [today, before];
  const results = await work(configurations.map((configuration) => [configuration]));
  if (results.includes(null)) return null;
  const ran = await robust.judged(results.flatMap((result) => result ?? []));
  if (ran === null) return null;
  const current = ran.find(({ configuration }) => sameConfiguration(configuration, before)) as Judged;
  const found = await search(underConditions(simulation, conditions), objectives, choices, work, {
    // A configuration that is dearer than the one of the month before would not replace it.
    known: [current],
    current: before,
    isForFrontier: false,
    confirm: (better) => robust.firstHolding([...better].sort(bestFirst(before))),
  });
  if (!found.isWhole) return null;
  const cheapest = found.best === null ? null : { ...found.best, broken: [] };
  const { recommendation } = verdictOf(worthwhile, cheapest, current);
  const all = recommendation === null ? await robust.judged(found.evaluated) : [];
  return all === null ? null : { recommendation, nearest: nearestOf(all), today: ran[0] as Judged };
}

function costOf(planned: readonly GrownMonth[]): number | null {
  let micros = 0;
  for (const { recommendation } of planned) {
    if (recommendation === null) return null;
    micros += microsOf(recommendation.outcome);
  }
  return micros / MICROS;
}

function settingsOf(today: Judged, planned: readonly GrownMonth[]): [Configuration, ...Configuration[]] {
  const configurations: [Configuration, ...Configuration[]] = [today.configuration];
  for (const { recommendation } of planned) {
    if (recommendation === null)
      throw new InvariantError('one configuration for all months needs a recommendation in each');
    if (!configurations.some((one) => sameConfiguration(one, recommendation.configuration)))
      configurations.push(recommendation.configuration);
  }
  return configurations;
}

function stepsOf(planned: readonly GrownMonth[]): GrowthStep[] {
  const steps: GrowthStep[] = [];
  for (const { month, recommendation } of planned) {
    const configuration = recommendation?.configuration ?? null;
    const last = steps.at(-1);
    const isSame =
      last !== undefined &&
      (last.configuration === null || configuration === null
        ? last.configuration === configuration
        : sameConfiguration(last.configuration, configuration));
    if (isSame) steps[steps.length - 1] = { ...last, until: month };
    else steps.push({ from: month, until: month, configuration });
  }
  return steps;
}

function breakOf(
  { simulation, objectives }: PlanQuestion,
  { month, factor, today: { configuration, broken } }: GrownMonth,
  workUnder: WorkUnder,
): GrowthPlan['breaks'] {
  const robust = new Robustness({ simulation, objectives, conditions: grownBy(factor) }, workUnder);
  return { month, factor, broken: withWhen(robust.simulationOf(broken), configuration, broken) };
}
