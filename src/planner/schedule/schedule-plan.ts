import {
  DAY_MS,
  planSizes,
  QUARTER_CU_MS_PER_CU_HOUR,
  recommendableFacts,
  type SizeSetting,
} from '../../facts/index.ts';
import { EVENT, type RunTotals, type Simulation, totalsOnlyRun } from '../../simulator/index.ts';
import { isAccepted } from '../configurations/accepted.ts';
import { timeouts } from '../configurations/candidates.ts';
import { type Configuration, measuredCompute, onlyCompute } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import { type Broken, brokenBy, type Objectives } from '../objectives/objectives.ts';
import { type Outcome, outcomeOf } from '../objectives/outcome.ts';
import type { PlanQuestion } from '../plan/plan-question.ts';
import { stressesOf } from '../robust/stresses.ts';
import { AS_ASKED, type Conditions, underConditions } from '../search/conditions.ts';
import { Estimates } from './estimates.ts';
import { type WeeklySchedule, withSchedule } from './schedule.ts';
import { weekRecord } from './week-record.ts';

/** The cheapest schedule that was found, beside the best constant configuration. */
export interface SchedulePlan {
  /** Null if none was found that meets all objectives and saves more than is worth a change. */
  readonly best: ScheduledOutcome | null;
  /** Why none was sought; null if one was. */
  readonly unsought: Unsought | null;
  /** How many schedules were simulated. */
  readonly runs: number;
  /** False if it was stopped. */
  readonly isWhole: boolean;
}

/** Less than a week of demand, planned changes of the compute, or a plan of the service without changes of size. */
type Unsought = 'short' | 'changes' | 'plan';

export interface ScheduledOutcome extends WeeklySchedule {
  readonly outcome: Outcome;
  /** The saving against the best constant configuration. */
  readonly savedPerMonth: number;
  readonly savedShare: number;
  readonly changesPerWeek: number;
  readonly restartsPerWeek: number;
  /** Connections that restarts and suspends drop, and those that the constant configuration drops. */
  readonly droppedPerWeek: number;
  readonly constantDroppedPerWeek: number;
}

/**
 * Looks for two configurations that take turns by the hour of the week, cost less than the recommendation, and meet
 * all objectives under the same conditions. Each configuration runs by itself, and its hours give an estimate of every
 * schedule. The cheapest estimate is simulated. If the run breaks an objective, the estimates get stricter, and the
 * next one is simulated.
 *
 * @param isStopped called between two runs
 */
export async function schedulePlan(
  question: PlanQuestion,
  recommendation: Judged,
  others: readonly Configuration[],
  isStopped: () => Promise<boolean>,
  show: (done: number) => void = () => {},
): Promise<SchedulePlan> {
  const { simulation, objectives, worthwhile } = question;
  const unsought = unsoughtOf(simulation);
  if (unsought !== null) return { best: null, unsought, runs: 0, isWhole: true };
  const constant = recommendation.outcome;
  const conditioned = [{ conditions: AS_ASKED, objectives }, ...stressedOf(simulation, objectives)];
  const configurations = configurationsOf(question, recommendation, others);
  const estimates = new Estimates(configurations);
  const learn = ({ conditions, objectives: bounds }: Conditioned) => {
    const other = underConditions(simulation, conditions);
    let done = 0;
    return estimates.learn(conditions, bounds, async (configuration, ratios) => {
      if (conditions === AS_ASKED) show((done++ / configurations.length) * RECORDING);
      return (await isStopped()) ? null : weekRecord(other, configuration, ratios);
    });
  };
  /** Null if it was stopped. */
  const tryOut = async (schedule: WeeklySchedule): Promise<Trial | null> => {
    let asAsked: RunTotals | null = null;
    for (const one of conditioned) {
      if (await isStopped()) return null;
      const run = totalsOnlyRun(withSchedule(underConditions(simulation, one.conditions), schedule));
      run.advance(simulation.horizonMs);
      asAsked ??= run;
      const outcome = outcomeOf(run);
      const broken = brokenBy(outcome, one.objectives);
      const isCheaper = run !== asAsked || 1 - outcome.costPerMonth / constant.costPerMonth > worthwhile;
      if (broken.length > 0 || !isCheaper) return { run: asAsked, refuted: { ...one, broken } };
    }
    return asAsked && { run: asAsked, refuted: null };
  };
  const ended = (part: Partial<SchedulePlan>): SchedulePlan => ({
    ...{ best: null, unsought: null, runs: 0, isWhole: true },
    ...part,
  });
  if (!(await learn(conditioned[0] as Conditioned))) return ended({ isWhole: false });
  const below = constant.cuHours * (1 - worthwhile) * QUARTER_CU_MS_PER_CU_HOUR;
  for (let runs = 0; runs < MOST_RUNS; runs++) {
    show(RECORDING + (1 - RECORDING) * (runs / MOST_RUNS));
    const next = estimates.next(below);
    if (next === null) return ended({ runs });
    const trial = await tryOut(next);
    if (trial === null) return ended({ runs, isWhole: false });
    const { run, refuted } = trial;
    if (refuted === null) {
      const { hours, inside, outside } = next;
      return ended({ best: scheduledOutcome({ hours, inside, outside }, run, constant), runs: runs + 1 });
    }
    if (estimates.knows(refuted.conditions)) estimates.refute(refuted.conditions, next, refuted.broken);
    else if (!(await learn(refuted))) return ended({ runs, isWhole: false });
  }
  return ended({ runs: MOST_RUNS });
}

/** The conditions of a run, and the objectives that have to be met under them. */
interface Conditioned {
  readonly conditions: Conditions;
  readonly objectives: Objectives;
}

interface Trial {
  /** The run without conditions. */
  readonly run: RunTotals;
  /** The conditions under which the schedule breaks objectives or costs too much. Null if there are none. */
  readonly refuted: (Conditioned & { readonly broken: readonly Broken[] }) | null;
}

/** The share of the work that the runs of single configurations are. */
const RECORDING = 0.7;
const MOST_RUNS = 40;

function stressedOf(simulation: Simulation, objectives: Objectives): Conditioned[] {
  return stressesOf(simulation, objectives).map((stress) => ({
    conditions: [stress.condition],
    objectives: stress.objectives,
  }));
}

function unsoughtOf(simulation: Simulation): Unsought | null {
  if (onlyCompute(simulation).changes.length > 0) return 'changes';
  if (!planSizes(simulation.facts, simulation.plan).changes) return 'plan';
  return simulation.horizonMs < 7 * DAY_MS ? 'short' : null;
}

/** The sizes that the search found worth a look, each with every timeout. */
function configurationsOf(
  { simulation, choices }: PlanQuestion,
  { configuration: recommended }: Judged,
  others: readonly Configuration[],
): Configuration[] {
  const facts = recommendableFacts(simulation.facts);
  const { suspendAfterMs: usualMs } = recommended;
  // If two schedules are equal, the first stands, so that a timeout changes only if it makes a difference.
  const timeoutsMs = [usualMs, ...timeouts(simulation, choices).filter((ms) => ms !== usualMs)];
  const sizes = new Map<string, SizeSetting>(
    [recommended, ...others].map(({ size: one }) => [`${one.minCu} ${one.maxCu}`, one]),
  );
  return [...sizes.values()]
    .slice(0, MOST_SIZES)
    .flatMap((one) =>
      timeoutsMs
        .map((suspendAfterMs): Configuration => ({ ...recommended, size: one, suspendAfterMs }))
        .filter((configuration) => isAccepted(facts, simulation.plan, configuration)),
    );
}

const MOST_SIZES = 12;

function scheduledOutcome(schedule: WeeklySchedule, run: RunTotals, constant: Outcome): ScheduledOutcome {
  const outcome = outcomeOf(run);
  const perWeek = (count: number) => (count * 7 * DAY_MS) / run.simulation.horizonMs;
  const savedPerMonth = constant.costPerMonth - outcome.costPerMonth;
  return {
    ...schedule,
    outcome,
    savedPerMonth,
    savedShare: savedPerMonth / constant.costPerMonth,
    changesPerWeek: perWeek(measuredCompute(run).counted(EVENT.commandDone)),
    restartsPerWeek: perWeek(measuredCompute(run).counted(EVENT.restart)),
    droppedPerWeek: perWeek(outcome.dropped),
    constantDroppedPerWeek: perWeek(constant.dropped),
  };
}
