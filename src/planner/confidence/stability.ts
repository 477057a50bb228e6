import type { Simulation } from '../../simulator/index.ts';
import {
  type Configuration,
  keyOfConfiguration,
  sameConfiguration,
} from '../configurations/configuration.ts';
import { brokenBy, type ObjectiveName, type Objectives } from '../objectives/objectives.ts';
import { costPerMonth } from '../objectives/outcome.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanQuestion } from '../plan/plan-question.ts';
import { Robustness } from '../robust/robustness.ts';
import { keyOfConditions } from '../search/conditions.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { workHere } from '../search/trial.ts';
import { dayBorders, partsOf } from './days.ts';
import { WEEK_DAYS } from './months.ts';
import { figuresFor, isKept } from './summed-figures.ts';
import type { Sums } from './sums.ts';

/** The recommendations of each of the last weeks alone. */
export interface Stability {
  /** The whole days that the run has, and the fewest that are needed. */
  readonly days: number;
  readonly daysNeeded: number;
  readonly weeks: readonly WeekChoice[];
  /** False if it was stopped. */
  readonly isWhole: boolean;
}

interface WeekChoice {
  readonly fromMs: number;
  readonly isSame: boolean;
  /** Null if no configuration that was run meets all objectives in that week. */
  readonly configuration: Configuration | null;
}

const WEEKS = 4;
const DAYS = WEEKS * WEEK_DAYS;

/**
 * Runs the configurations of a plan once more, one at a time, and judges their weeks within these runs. So
 * each week begins with the compute as it then is.
 */
export async function stabilityOf(
  question: PlanQuestion,
  { recommendation, current }: Pick<Plan, 'recommendation' | 'current'>,
  evaluated: readonly Evaluated[],
  isGivenUp: () => Promise<boolean>,
): Promise<Stability | null> {
  if (recommendation === null) return null;
  const { simulation, objectives } = question;
  const borders = dayBorders(simulation);
  const days = Math.max(0, borders.length - 1);
  const nothing = { days, daysNeeded: DAYS, weeks: [] };
  if (days < DAYS) return { ...nothing, isWhole: true };
  const ends = borders.slice(-DAYS - 1).filter((_, i) => i % WEEK_DAYS === 0);
  const asked: Evaluated[] = current === null ? [recommendation] : [recommendation, current];
  // A run of one connection path gives the outcomes of other paths without conditions, but not under each
  // stress.
  const isRunOf = ({ size, suspendAfterMs }: Configuration) =>
    `${size.minCu} ${size.maxCu} ${suspendAfterMs}`;
  const runs = new Set(
    evaluated.filter(({ isRun }) => isRun).map(({ configuration }) => isRunOf(configuration)),
  );
  const others = evaluated.filter(
    ({ configuration }) =>
      runs.has(isRunOf(configuration)) &&
      !asked.some((one) => sameConfiguration(one.configuration, configuration)),
  );
  const judged = new Set<ObjectiveName>(figuresFor(simulation, objectives).map(({ objective }) => objective));
  const ran: WeekRun[] = [];
  for (const { configuration, outcome } of [...asked, ...others]) {
    if (await isGivenUp()) return { ...nothing, isWhole: false };
    // An objective that only the whole run can break counts as broken in each of its weeks.
    if (brokenBy(outcome, objectives).some(({ objective }) => !judged.has(objective))) continue;
    ran.push({ configuration, weeks: partsOf(simulation, configuration, objectives, ends) });
  }
  const isHeld = heldInWeeks(question, ends);
  const weeks: WeekChoice[] = [];
  for (const [week, fromMs] of ends.slice(0, -1).entries()) {
    if (await isGivenUp()) return { ...nothing, isWhole: false };
    const found = choiceOf(question, recommendation.configuration, ran, week, isHeld);
    weeks.push({
      fromMs,
      isSame: found !== null && sameConfiguration(found, recommendation.configuration),
      configuration: found,
    });
  }
  return { days, daysNeeded: DAYS, weeks, isWhole: true };
}

interface WeekRun {
  readonly configuration: Configuration;
  readonly weeks: readonly Sums[];
}

/**
 * Whether a configuration meets its objectives in a week under each stress too. Each stress is run once for
 * all weeks.
 */
function heldInWeeks(question: PlanQuestion, ends: readonly number[]) {
  const robust = new Robustness(question, workHere(question.simulation));
  const ran = new Map<string, readonly Sums[]>();
  return (configuration: Configuration, week: number): boolean =>
    robust.shownIn(configuration).every(({ stress, simulation }) => {
      const key = `${keyOfConditions([stress.condition])}: ${keyOfConfiguration(configuration)}`;
      const weeks = ran.get(key) ?? partsOf(simulation, configuration, stress.objectives, ends);
      ran.set(key, weeks);
      return keepsIn(weeks[week] as Sums, simulation, stress.objectives);
    });
}

function keepsIn(sums: Sums, simulation: Simulation, objectives: Objectives): boolean {
  const figures = figuresFor({ ...simulation, horizonMs: sums.ms }, objectives);
  return figures.every((figure) => isKept(figure, figure.of(sums)));
}

/**
 * The choice of one week. Among equal costs the recommendation of the plan wins, since nothing speaks for
 * another. The current configuration stays by the rule of a plan.
 */
function choiceOf(
  { simulation, objectives, current, worthwhile }: PlanQuestion,
  recommendation: Configuration,
  ran: readonly WeekRun[],
  week: number,
  isHeld: (configuration: Configuration, week: number) => boolean,
): Configuration | null {
  const feasible = ran
    .flatMap(({ configuration, weeks }) => {
      const sums = weeks[week] as Sums;
      return keepsIn(sums, simulation, objectives)
        ? [{ configuration, cost: costPerMonth(simulation, sums) }]
        : [];
    })
    .sort((one, other) => one.cost - other.cost);
  const cheapest = feasible.find(({ configuration }) => isHeld(configuration, week));
  if (cheapest === undefined) return null;
  const kept = feasible.find(
    ({ configuration }) => current !== null && sameConfiguration(configuration, current),
  );
  if (kept !== undefined && !(1 - cheapest.cost / kept.cost > worthwhile) && isHeld(kept.configuration, week))
    return kept.configuration;
  const isAsGood = feasible.some(
    ({ configuration, cost }) =>
      cost === cheapest.cost &&
      sameConfiguration(configuration, recommendation) &&
      isHeld(configuration, week),
  );
  return isAsGood ? recommendation : cheapest.configuration;
}
