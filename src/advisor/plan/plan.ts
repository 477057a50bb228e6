import { MICROS } from '../../facts/index.ts';
import {
  applicationOf,
  areMany,
  type Choices,
  type Configuration,
  comparedOf,
  configurationOf,
  type Evaluated,
  type GrowthAhead,
  growthPlan,
  Held,
  heldOut,
  type Objectives,
  type PlanQuestion,
  type ProfileName,
  searchPlan as planOf,
  schedulePlan,
  sensitivityOf,
  stabilityOf,
  type TimedPlan,
  timedPlan,
  UPLIFTS,
  type UpliftedChoice,
  upliftedChoice,
  whyNotOf,
  withKnownTimes,
} from '../../planner/index.ts';
import {
  type AppliedPlan,
  configurationText,
  money,
  type PlanAnswer,
  type ScheduleForm,
} from '../../report/index.ts';
import type { Scenario } from '../../scenario/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { type Bound, type CensoredDemand, withoutSpans } from '../../trace/index.ts';
import { type Asking, isAborted } from '../asking.ts';
import { type AskedUse, planBill } from '../bill/plan-bill.ts';
import type { Actuals } from '../check/actuals.ts';
import { checkHeld, heldAgainst } from '../check/held.ts';
import { uncheckedConfiguration } from '../configuration-text.ts';
import type { WrittenConfiguration } from '../current.ts';
import { isOpen, type Subject } from '../subject.ts';
import { planDocument } from './plan-document.ts';
import { type Prepared, prepared, seenPart } from './prepared.ts';
import { priceOf } from './price.ts';
import { type TrialPool, trialRunner } from './trials.ts';
import { plansWithout } from './without.ts';

interface PlanRequest {
  /** Null if the current configuration is unknown. */
  readonly current: WrittenConfiguration | null;
  readonly profile: ProfileName;
  /** The objectives of the profile, with bounds that the user set. */
  readonly objectives: Objectives;
  readonly choices: Choices;
  /** A change has to save more than this share. */
  readonly worthwhile: number;
  /** The last share of the time, which the plan does not see and is then judged on. Null if it sees all. */
  readonly holdout: number | null;
  /** Whether each of the last four weeks is planned alone too. */
  readonly isForStability: boolean;
  /** Null if nobody asked how to plan for growing demand. */
  readonly growth: GrowthAhead | null;
  /** Whether to look for configurations that change by the hour of the week, too. */
  readonly isForSchedule: boolean;
  /** Null if nobody asked how to apply it. */
  readonly apply: {
    readonly form: ScheduleForm;
    /** The preset whose metric names the alerts use. */
    readonly metrics: Parameters<typeof applicationOf>[0]['preset'];
  } | null;
  /** The configuration to explain. Null if nobody asked. */
  readonly why: WrittenConfiguration | null;
  /** The known use beside compute, for the bill. */
  readonly use: AskedUse;
  /** Records of what happened, to compare a replay with. Null if there are none. */
  readonly actuals: Actuals | null;
  /** The file that the scenario is written to. Null if it is not written. */
  readonly writtenTo: string | null;
}

export interface PlanResult {
  readonly document: ReturnType<typeof planDocument>;
  readonly answer: PlanAnswer;
  /** The scenario that was planned. */
  readonly scenario: Scenario;
  /**
   * The capacity that the samples are compared with, if only the current configuration says it. Null if the trace has
   * its own, or none is known.
   */
  readonly capacityCu: number | null;
}

/**
 * Finds the cheapest configuration of one database that meets its objectives, and why.
 *
 * @param pool a pool that the caller opened, and closes
 */
export async function plan(
  subject: Subject,
  request: PlanRequest,
  asking: Asking,
  pool: TrialPool,
): Promise<PlanResult> {
  const read = await prepared(subject, request.current, request.choices, request.holdout);
  const answer = await planned(subject, request, read, asking, pool);
  const { asItIs, scenario, current } = read;
  const isOfCurrent = asItIs.hiddenDemand === null && scenario.hiddenDemand !== null;
  return {
    document: planDocument(answer),
    answer,
    scenario,
    capacityCu: isOfCurrent ? (current?.size.maxCu ?? null) : null,
  };
}

async function planned(
  subject: Subject,
  request: PlanRequest,
  { current, scenario, simulation, choices, lightChoices, quiet, assumed }: Prepared,
  asking: Asking,
  pool: TrialPool,
): Promise<PlanAnswer> {
  const { profile, objectives, worthwhile, holdout, isForStability, growth, isForSchedule } = request;
  const asked = request.why && askedConfiguration(request.why, simulation, current);
  const check = await checkedAgainst(subject, request, asking);
  const question = { simulation, objectives, choices, current: current, worthwhile, isForStability };
  const workOn = (other: Simulation) => trialRunner(other, asking, pool).workUnder;
  const { workUnder, tryOut, detailOf } = trialRunner(simulation, asking, pool);
  // From now on workers load their modules, while this thread prepares the search.
  await pool.opening;
  const held = new Held();
  const found = await planOf(
    question,
    workUnder,
    ({ done, of, best }) =>
      asking.progress('planning', done, of, best === null ? '' : bestSoFar(best, simulation)),
    held,
    detailOf,
  );
  const chosen = found.isWhole ? found.recommendation : null;
  // Listed before questions below add results of their own.
  const compared = comparedOf(question, found, held, workUnder);
  const whyNot = asked && (await whyNotOf(asked, question, found, held, workUnder));
  // Both need few runs at a time, and growth has begun, so that other questions can have the workers too.
  const timing = timedPlan(question, found, workUnder, held, detailOf);
  timing.catch(() => {});
  const pricing = priceOf(question, found, held, workUnder, asking.signal);
  pricing.catch(() => {});
  const stability =
    isForStability && found.isWhole
      ? await stabilityOf(question, found, held.evaluated, () => isAborted(asking))
      : null;
  const uplifts: UpliftedChoice[] = [];
  let isCut = false;
  for (const by of found.isWhole && isOpen(scenario) ? UPLIFTS : []) {
    const higher = seenPart(subject.read({ ...assumed, uplift: by }).simulation, holdout);
    const asked = { ...question, simulation: higher };
    const one = await upliftedChoice(asked, by, chosen?.configuration ?? null, workOn(higher));
    if (one !== null) uplifts.push(one);
    else isCut = true;
  }
  const without =
    chosen === null
      ? { background: null, withoutMemory: null, withoutReplication: null }
      : await plansWithout(question, chosen.configuration, quiet, lightChoices, workOn);
  const growthPlanned =
    growth === null || chosen === null
      ? null
      : await growthPlan(question, chosen, growth, workUnder, (done) => asking.progress('planning', done, 1));
  const schedule =
    isForSchedule && chosen !== null
      ? await schedulePlan(
          question,
          chosen,
          [...found.frontier, ...found.neighbours].map(({ configuration }) => configuration),
          () => isAborted(asking),
          (done) => asking.progress('trying schedules', done, 1),
        )
      : null;
  // Skips what follows an aborted part.
  const isSteady = [stability, growthPlanned, schedule].every((part) => part?.isWhole !== false);
  const sensing =
    chosen !== null && isSteady
      ? sensitivityOf(question, { recommendation: chosen, evaluated: held.evaluated, held }, tryOut, (done) =>
          asking.progress('trying other assumptions', done, 1),
        )
      : null;
  sensing?.catch(() => {});
  const drawing =
    chosen === null ? null : detailOf({ kind: 'time series', configuration: chosen.configuration });
  drawing?.catch(() => {});
  const sensitivity = await sensing;
  const price = await pricing;
  const timed = await timing;
  const timeSeries = await drawing;
  const bill = await planBill(found, question, scenario, request.use, asking);
  const partial =
    isCut ||
    asking.signal.aborted ||
    without === null ||
    (asked !== null && whyNot === null) ||
    [timed, price, stability, growthPlanned, schedule, sensitivity].some((part) => part?.isWhole === false);
  return {
    ...timed,
    partial,
    why: scenario.isTrace ? null : scenario.why,
    simulation,
    timeSeries,
    profile,
    objectives,
    worthwhile,
    heldOut:
      holdout === null || chosen === null
        ? null
        : heldOut(scenario.simulation, simulation.horizonMs, chosen.configuration, objectives),
    stability,
    checked: check,
    hiddenDemand: scenario.hiddenDemand && {
      ...counted(scenario.hiddenDemand),
      leastMaximumCu: leastMaximum(scenario.hiddenDemand, choices),
      uplifts,
    },
    bounds: scenario.bounds.map((bound) => ({ ...withoutSpans(bound), least: leastOf(bound, choices) })),
    background: without?.background ?? null,
    withoutMemory: without?.withoutMemory ?? null,
    withoutReplication: without?.withoutReplication ?? null,
    cpuBound: scenario.cpuBound,
    sensitivity,
    ruledOut: price.ruledOut,
    refused: price.refused,
    knee: price.knee,
    compared: withKnownTimes(compared, timed),
    whyNot,
    bill,
    apply: applied(timed, question, request),
    growthPlan: growthPlanned,
    schedule,
    notes: scenario.notes,
    writtenTo: request.writtenTo,
  };
}

/** `best so far 0.25-4, 5m at $41.80 a month`. */
function bestSoFar({ configuration, outcome }: Evaluated, { prices }: Simulation): string {
  const cost = money(Math.round(outcome.costPerMonth * MICROS), prices.currency);
  return `best so far ${configurationText(configuration)} at ${cost} a month`;
}

/** The service may refuse a configuration that is only asked about. */
function askedConfiguration(
  { text, field }: WrittenConfiguration,
  simulation: Simulation,
  current: Configuration | null,
): Configuration {
  const otherwise = current ?? configurationOf(simulation);
  return uncheckedConfiguration(text, simulation.facts, simulation.plan, otherwise, field);
}

/** Checks a replay of the current configuration against records. Null if there are none. */
async function checkedAgainst(
  subject: Subject,
  { actuals, current }: PlanRequest,
  asking: Asking,
): Promise<PlanAnswer['checked']> {
  if (actuals === null) return null;
  const check = await checkHeld(await heldAgainst(subject, actuals, { current, history: null }), asking);
  const { of, total, misfit, verdict, causes, isConclusive } = check;
  const metered = actuals.metered === null ? 'billed' : 'metered';
  return { actual: actuals.name, metered, of, total, misfit, verdict, causes, isConclusive };
}

/** Returns how to apply the recommendation. Null if nobody asked, or if there is none. */
function applied(
  { recommendation, growth, isWhole }: TimedPlan,
  { simulation, current, objectives }: PlanQuestion,
  { apply }: PlanRequest,
): AppliedPlan | null {
  if (apply === null || recommendation === null || !isWhole) return null;
  const application = applicationOf({
    simulation,
    current,
    recommendation: recommendation.configuration,
    objectives,
    breaksAt: growth?.breaksAt ?? null,
    preset: apply.metrics,
  });
  return { ...application, form: apply.form === 'cron' ? 'curl' : apply.form, scheduleForm: apply.form };
}

/** Drops the spans. */
function counted({ spans: _, ...hiddenDemand }: CensoredDemand): Omit<CensoredDemand, 'spans'> {
  return hiddenDemand;
}

/** Null if too few samples are lower bounds. */
function leastMaximum({ samples, busy: of }: CensoredDemand, { leastMaximumCu }: Choices): number | null {
  return areMany({ samples, of }) ? (leastMaximumCu ?? null) : null;
}

/** The least number of connections to allow, or the least maximum in CU. Null if too few samples are lower bounds. */
function leastOf(bound: Bound, { leastMaximumCu, leastConnections }: Choices): number | null {
  if (!areMany(bound)) return null;
  return (bound.quantity === 'connections' ? leastConnections : leastMaximumCu) ?? null;
}
