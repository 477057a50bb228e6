import type { Simulation } from '../../engine/index.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanQuestion } from '../plan/plan-question.ts';
import { costPerMonth } from '../promises/outcome.ts';
import { brokenBy, type PromiseName, type Promises } from '../promises/promises.ts';
import { Robustness } from '../robust/robustness.ts';
import { keyOfConditions } from '../search/conditions.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { workHere } from '../search/trial.ts';
import { keyOfSetting, type Setting, sameSetting } from '../settings/setting.ts';
import { dayBorders, partsOf } from './days.ts';
import { WEEK_DAYS } from './months.ts';
import { figuresFor, isKept } from './summed-figures.ts';
import type { Sums } from './sums.ts';

/** What would be chosen by each of the last weeks alone. */
export interface Stability {
  /** Whole days that there are, and the fewest that say something. */
  readonly days: number;
  readonly daysNeeded: number;
  readonly weeks: readonly WeekChoice[];
  /** False where somebody did not want to wait. */
  readonly isWhole: boolean;
}

interface WeekChoice {
  readonly fromMs: number;
  readonly isSame: boolean;
  /** null: no setting that was run keeps all promises in that week. */
  readonly setting: Setting | null;
}

const WEEKS = 4;
const DAYS = WEEKS * WEEK_DAYS;

/**
 * Settings that a plan has run are run once more, and their weeks judged within that run, so that each begins as the
 * compute then is. One at a time, for as long as nobody gives up.
 */
export async function stabilityOf(
  question: PlanQuestion,
  { choice, present }: Pick<Plan, 'choice' | 'present'>,
  evaluated: readonly Evaluated[],
  isGivenUp: () => Promise<boolean>,
): Promise<Stability | null> {
  if (choice === null) return null;
  const { simulation, promises } = question;
  const borders = dayBorders(simulation);
  const days = Math.max(0, borders.length - 1);
  const nothing = { days, daysNeeded: DAYS, weeks: [] };
  if (days < DAYS) return { ...nothing, isWhole: true };
  const ends = borders.slice(-DAYS - 1).filter((_, i) => i % WEEK_DAYS === 0);
  const asked: Evaluated[] = present === null ? [choice] : [choice, present];
  // A run of one route tells of others as asked, and not under each stress.
  const isRunOf = ({ size, suspendAfterMs }: Setting) => `${size.minCu} ${size.maxCu} ${suspendAfterMs}`;
  const runs = new Set(evaluated.filter(({ isRun }) => isRun).map(({ setting }) => isRunOf(setting)));
  const others = evaluated.filter(
    ({ setting }) => runs.has(isRunOf(setting)) && !asked.some((one) => sameSetting(one.setting, setting)),
  );
  const judged = new Set<PromiseName>(figuresFor(simulation, promises).map(({ promise }) => promise));
  const ran: WeekRun[] = [];
  for (const { setting, outcome } of [...asked, ...others]) {
    if (await isGivenUp()) return { ...nothing, isWhole: false };
    // What is known of the whole run alone counts for each of its weeks.
    if (brokenBy(outcome, promises).some(({ promise }) => !judged.has(promise))) continue;
    ran.push({ setting, weeks: partsOf(simulation, setting, promises, ends) });
  }
  const isHeld = heldInWeeks(question, ends);
  const weeks: WeekChoice[] = [];
  for (const [week, fromMs] of ends.slice(0, -1).entries()) {
    if (await isGivenUp()) return { ...nothing, isWhole: false };
    const found = choiceOf(question, choice.setting, ran, week, isHeld);
    weeks.push({ fromMs, isSame: found !== null && sameSetting(found, choice.setting), setting: found });
  }
  return { days, daysNeeded: DAYS, weeks, isWhole: true };
}

interface WeekRun {
  readonly setting: Setting;
  readonly weeks: readonly Sums[];
}

/** Whether a setting keeps its promises in a week under each stress too; each is run once for all weeks. */
function heldInWeeks(question: PlanQuestion, ends: readonly number[]) {
  const robust = new Robustness(question, workHere(question.simulation));
  const ran = new Map<string, readonly Sums[]>();
  return (setting: Setting, week: number): boolean =>
    robust.shownIn(setting).every(({ stress, simulation }) => {
      const key = `${keyOfConditions([stress.condition])}: ${keyOfSetting(setting)}`;
      const weeks = ran.get(key) ?? partsOf(simulation, setting, stress.promises, ends);
      ran.set(key, weeks);
      return keepsIn(weeks[week] as Sums, simulation, stress.promises);
    });
}

function keepsIn(sums: Sums, simulation: Simulation, promises: Promises): boolean {
  const figures = figuresFor({ ...simulation, horizonMs: sums.ms }, promises);
  return figures.every((figure) => isKept(figure, figure.of(sums)));
}

/** Of settings that cost the same the choice, for nothing speaks for another; and what is set stays as in a plan. */
function choiceOf(
  { simulation, promises, present, worthwhile }: PlanQuestion,
  choice: Setting,
  ran: readonly WeekRun[],
  week: number,
  isHeld: (setting: Setting, week: number) => boolean,
): Setting | null {
  const feasible = ran
    .flatMap(({ setting, weeks }) => {
      const sums = weeks[week] as Sums;
      return keepsIn(sums, simulation, promises) ? [{ setting, cost: costPerMonth(simulation, sums) }] : [];
    })
    .sort((one, other) => one.cost - other.cost);
  const cheapest = feasible.find(({ setting }) => isHeld(setting, week));
  if (cheapest === undefined) return null;
  const kept = feasible.find(({ setting }) => present !== null && sameSetting(setting, present));
  if (kept !== undefined && !(1 - cheapest.cost / kept.cost > worthwhile) && isHeld(kept.setting, week))
    return kept.setting;
  const isAsGood = feasible.some(
    ({ setting, cost }) => cost === cheapest.cost && sameSetting(setting, choice) && isHeld(setting, week),
  );
  return isAsGood ? choice : cheapest.setting;
}
