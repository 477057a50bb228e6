import type { Simulation } from '../../engine/index.ts';
import { DAY_MS, MICROS } from '../../facts/index.ts';
import { InvariantError } from '../../problem/index.ts';
import { civilDate } from '../../workload/index.ts';
import type { PlanQuestion } from '../plan/plan-question.ts';
import { nearestOf, verdictOf } from '../plan/verdict.ts';
import type { Judged } from '../promises/judged.ts';
import { Robustness } from '../robust/robustness.ts';
import { grownBy, underConditions, type WorkUnder } from '../search/conditions.ts';
import { remembering } from '../search/remembered-work.ts';
import { bestFirst, search } from '../search/search.ts';
import { type Setting, sameSetting } from '../settings/setting.ts';
import { withWhen } from '../timing/when-broken.ts';
import { microsOf, type OneForAll, oneForAll } from './one-for-all-months.ts';

/** How the demand grows, and for how many months it is to be planned. */
export interface GrowthAhead {
  /** Share of itself in a month, compound; less than 0 where it shrinks. */
  readonly perMonth: number;
  readonly months: number;
}

export interface GrowthPlan extends GrowthAhead {
  /** The month in which what was seen ends: demand is that of today. */
  readonly now: string;
  /** Each month after it, as far as it was planned. */
  readonly planned: readonly GrownMonth[];
  /** Months that have the same setting are one step. */
  readonly steps: readonly GrowthStep[];
  /** The first month in which today's choice breaks a promise; null: in none. */
  readonly breaks: {
    readonly month: string;
    readonly factor: number;
    readonly broken: Judged['broken'];
  } | null;
  /** What the steps cost over all months; null: in one of them nothing keeps all promises. */
  readonly cost: number | null;
  /** The cheapest setting that keeps all promises now and in each month; null: there is none. */
  readonly one: OneForAll | null;
  /** The steps do not save more than a change has to: one setting does for all months. */
  readonly isOneEnough: boolean;
  /** False where somebody did not want to wait. */
  readonly isWhole: boolean;
}

interface GrownMonth {
  /** Such as 2026-09. */
  readonly month: string;
  readonly factor: number;
  /** What to have in that month; null: nothing keeps all promises. */
  readonly choice: Judged | null;
  /** Where there is no choice: what breaks fewest promises. */
  readonly nearest: Judged | null;
  /** What today's choice would come to. */
  readonly today: Judged;
}

export interface GrowthStep {
  readonly from: string;
  readonly until: string;
  /** null: nothing keeps all promises. */
  readonly setting: Setting | null;
}

/**
 * A plan for each month to come, in which what the month before had is what is set: it stays for as long as it keeps its
 * promises and nothing else saves enough. Each month is searched by itself, for nothing is concluded from one demand to
 * another. Bounds are those of the plan, so that a budget is for the grown demand as well.
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
  let before = today.setting;
  for (const [i, factor] of factors.entries()) {
    show(i / (months + 1));
    const month = await monthOf(question, factor, today.setting, before, workUnder);
    if (month === null) break;
    planned.push({ month: monthAfter(question.simulation, i + 1), factor, ...month });
    before = month.choice?.setting ?? before;
  }
  const isPlanned = planned.length === months;
  const cost = isPlanned ? costOf(planned) : null;
  const lasts = planned.every(({ choice }) => choice !== null && sameSetting(choice.setting, today.setting));
  const found =
    cost === null
      ? { one: null, isWhole: isPlanned }
      : lasts
        ? { one: { setting: today.setting, cost }, isWhole: true }
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

/** What the demand of each month is times that of today. */
export function factorsOf({ perMonth, months }: GrowthAhead): number[] {
  return Array.from({ length: months }, (_, i) => (1 + perMonth) ** (i + 1));
}

/** The month so many months after that in which what was seen ends, such as 2026-09. */
export function monthAfter({ zone, startMs, horizonMs }: Simulation, months: number): string {
  const { year, month } = civilDate(Math.floor(zone.localMs(startMs + horizonMs - 1) / DAY_MS));
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7);
}

/** null: somebody did not want to wait. */
async function monthOf(
  { simulation, promises, choices, worthwhile }: PlanQuestion,
  factor: number,
  today: Setting,
  before: Setting,
  workUnder: WorkUnder,
): Promise<Pick<GrownMonth, 'choice' | 'nearest' | 'today'> | null> {
  const conditions = grownBy(factor);
  const work = workUnder(conditions);
  const robust = new Robustness({ simulation, promises, conditions }, workUnder);
  const settings = sameSetting(today, before) ? [today] : [today, before];
  const results = await work(settings.map((setting) => [setting]));
  if (results.includes(null)) return null;
  const ran = await robust.judged(results.flatMap((result) => result ?? []));
  if (ran === null) return null;
  const present = ran.find(({ setting }) => sameSetting(setting, before)) as Judged;
  const found = await search(underConditions(simulation, conditions), promises, choices, work, {
    // What is dearer than the one before would not be chosen for it.
    known: [present],
    present: before,
    isForFrontier: false,
    confirm: (better) => robust.firstHolding([...better].sort(bestFirst(before))),
  });
  if (!found.isWhole) return null;
  const cheapest = found.best === null ? null : { ...found.best, broken: [] };
  const { choice } = verdictOf(worthwhile, cheapest, present);
  const all = choice === null ? await robust.judged(found.evaluated) : [];
  return all === null ? null : { choice, nearest: nearestOf(all), today: ran[0] as Judged };
}

function costOf(planned: readonly GrownMonth[]): number | null {
  let micros = 0;
  for (const { choice } of planned) {
    if (choice === null) return null;
    micros += microsOf(choice.outcome);
  }
  return micros / MICROS;
}

function settingsOf(today: Judged, planned: readonly GrownMonth[]): [Setting, ...Setting[]] {
  const settings: [Setting, ...Setting[]] = [today.setting];
  for (const { choice } of planned) {
    if (choice === null) throw new InvariantError('one setting is looked for where each month has one');
    if (!settings.some((one) => sameSetting(one, choice.setting))) settings.push(choice.setting);
  }
  return settings;
}

function stepsOf(planned: readonly GrownMonth[]): GrowthStep[] {
  const steps: GrowthStep[] = [];
  for (const { month, choice } of planned) {
    const setting = choice?.setting ?? null;
    const last = steps.at(-1);
    const isSame =
      last !== undefined &&
      (last.setting === null || setting === null
        ? last.setting === setting
        : sameSetting(last.setting, setting));
    if (isSame) steps[steps.length - 1] = { ...last, until: month };
    else steps.push({ from: month, until: month, setting });
  }
  return steps;
}

function breakOf(
  { simulation, promises }: PlanQuestion,
  { month, factor, today: { setting, broken } }: GrownMonth,
  workUnder: WorkUnder,
): GrowthPlan['breaks'] {
  const robust = new Robustness({ simulation, promises, conditions: grownBy(factor) }, workUnder);
  return { month, factor, broken: withWhen(robust.simulationOf(broken), setting, broken) };
}
