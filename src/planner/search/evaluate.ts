import { isFixed, quarterCu, type SizeSetting } from '../../facts/index.ts';
import { EVENT, type RunTotals, type Simulation, totalsOnlyRun } from '../../simulator/index.ts';
import { costFloor } from '../bounds/cost-floor.ts';
import { leastOutcome } from '../bounds/least-outcome.ts';
import { mostQueries } from '../bounds/most-queries.ts';
import { type CandidateGroup, shortestAlike, timeoutOrder } from '../configurations/candidates.ts';
import {
  type Configuration,
  configurationOf,
  measuredCompute,
  withConfiguration,
} from '../configurations/configuration.ts';
import { sharesRoutes } from '../configurations/connection-paths.ts';
import { brokenBy, keeps, type ObjectiveName, type Objectives } from '../objectives/objectives.ts';
import { type Outcome, outcomeOf } from '../objectives/outcome.ts';
import { raisedOutcome, reroutedOutcome, sharedOutcome } from './shared-outcome.ts';

export interface Evaluated {
  readonly configuration: Configuration;
  readonly outcome: Outcome;
  /** False if the outcome was derived from the run of another configuration. */
  readonly isRun: boolean;
}

/** The limits that an outcome has to meet to be of use. A run that exceeds them is cut off. */
export interface Within {
  /** Null if configurations that break objectives are of use too. */
  readonly objectives: Objectives | null;
  readonly mostCost: number;
  readonly useless?: Useless | null;
  /**
   * How many of the groups that a search asked for before, in order, had been answered when it asked for this
   * one.
   */
  readonly groupsKnown?: number;
}

/** The costs above which a configuration that breaks objectives is of no use. */
export interface Useless {
  readonly objectives: Objectives;
  /** For a configuration that breaks one objective, by that objective. */
  readonly breakingOne: Readonly<Partial<Record<ObjectiveName, number>>>;
  /** For a configuration that breaks several. */
  readonly breakingMore: number;
}

/** The list that a trial adds its runs to, and the runs of other trials from which it may derive outcomes. */
export interface RunsOfTrial {
  readonly own: KnownRun[];
  readonly others: readonly (readonly KnownRun[])[];
}

/**
 * Evaluates a group with as few runs as possible and returns the configurations within the limits. A run that
 * was cut off can rule out other configurations too.
 */
export function evaluateGroup(
  simulation: Simulation,
  group: CandidateGroup,
  within: Within | null = null,
): Evaluated[] {
  return inOneGo(groupRuns(simulation, group, within));
}

/** Takes runs to their end without a pause, and returns their result. */
export function inOneGo<Result>(runs: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = runs.next();
    if (done === true) return value;
  }
}

/**
 * The same as `evaluateGroup`, but yields after each run, so that the caller can do other work in between.
 *
 * @param runs made with the same simulation
 */
export function* groupRuns(
  simulation: Simulation,
  group: CandidateGroup,
  within: Within | null,
  { own, others }: RunsOfTrial = { own: [], others: [] },
): Generator<undefined, Evaluated[]> {
  const all: Evaluated[] = [];
  const learned = tellersOf(group, others.flat());
  for (const configuration of group) {
    if (within !== null && leastCost(simulation, within, configuration, 0, 0) > within.mostCost) continue;
    let ending =
      toldByOthers(simulation, own, configuration, within) ??
      toldByOthers(simulation, learned, configuration, within);
    const isRun = ending === null;
    for (const teller of tellersFor(simulation, configuration)) {
      if (ending !== null) break;
      const ran = evaluateWithin(simulation, teller, within);
      own.push(ran);
      ending = toldBy(simulation, ran, configuration, within);
      yield;
    }
    const { outcome, isWhole } = ending as Ending;
    if (isWhole && isWithin(outcome, within)) all.push({ configuration, outcome, isRun });
  }
  return all;
}

export function evaluate(simulation: Simulation, configuration: Configuration): Outcome {
  return evaluateWithin(simulation, configuration, null).outcome;
}

/**
 * The configurations whose runs may give the outcome of this one, the best first. A run with mixed connection
 * paths gives the outcome of every path, and a run that never sleeps that of every longer timeout. A single one is
 * seldom asked for alone.
 */
function tellersFor(simulation: Simulation, configuration: Configuration): Configuration[] {
  const isOneOfMany =
    configuration.route !== 'mixed' &&
    configurationOf(simulation).route === 'mixed' &&
    sharesRoutes(simulation, configuration.size);
  const shortest = shortestAlike(simulation, configuration);
  const timeoutsMs =
    shortest === configuration.suspendAfterMs ? [shortest] : [shortest, configuration.suspendAfterMs];
  const routes = isOneOfMany ? (['mixed', configuration.route] as const) : [configuration.route];
  return routes.flatMap((route) =>
    timeoutsMs.map((suspendAfterMs) => ({ ...configuration, suspendAfterMs, route })),
  );
}

interface Ending {
  /** False if the run was cut off because it could no longer meet the limits. */
  readonly isWhole: boolean;
  /** For a run that was cut off, the least outcome that it could have had. */
  readonly outcome: Outcome;
}

/** A run, and the facts from which outcomes of other configurations can be derived. */
export interface KnownRun extends Ending {
  readonly configuration: Configuration;
  /** The compute was never suspended, so the run is the same with a longer timeout. */
  readonly isUnslept: boolean;
  /** No connection was refused or waited for the pooler, so the run is the same on other connection paths. */
  readonly isUnhindered: boolean;
  /**
   * When the run ended, and the CU-time metered by then, by each minimum with which it would have been the
   * same.
   */
  readonly atMs: number;
  readonly quarterCuMs: ReadonlyMap<number, number>;
}

/** Derives the end of a configuration's run from other runs; null if none of them allows it. */
function toldByOthers(
  simulation: Simulation,
  runs: readonly KnownRun[],
  configuration: Configuration,
  within: Within | null,
): Ending | null {
  for (const ran of runs) {
    const ending = toldBy(simulation, ran, configuration, within);
    if (ending !== null) return ending;
  }
  return null;
}

/** The runs from which outcomes of a group may be derived. */
export function tellersOf(group: CandidateGroup, runs: readonly KnownRun[]): KnownRun[] {
  return runs.filter((ran) => group.some((configuration) => mayTell(ran, configuration)));
}

function toldBy(
  simulation: Simulation,
  ran: KnownRun,
  configuration: Configuration,
  within: Within | null,
): Ending | null {
  if (!mayTell(ran, configuration)) return null;
  const { atMs, isWhole, quarterCuMs } = ran;
  const [from, to] = [ran.configuration.size, configuration.size];
  const metered = quarterCuMs.get(to.minCu) as number;
  const rerouted = reroutedOutcome(
    simulation,
    ran.configuration,
    configuration,
    ran.outcome,
    ran.isUnhindered,
  );
  if (rerouted === null) return null;
  const same = isFixed(from)
    ? rerouted
    : sharedOutcome(simulation, ran.configuration, configuration, rerouted, ran.isUnhindered);
  const told =
    from.minCu === to.minCu
      ? same
      : same && raisedOutcome(simulation, ran.configuration, configuration, same, metered, ran.isUnhindered);
  if (told === null || isWhole) return told && { isWhole, outcome: told };
  // After the cut-off this configuration may cost more than the one that was run, so it has a cost floor of
  // its own.
  const least = { ...told, costPerMonth: leastCost(simulation, within, configuration, metered, atMs) };
  return isWithin(least, within) ? null : { isWhole, outcome: least };
}

/** Whether its size and its timeout let a run give the outcome of a configuration. */
function mayTell(ran: KnownRun, { size: to, suspendAfterMs }: Configuration): boolean {
  const { configuration, isUnslept, quarterCuMs } = ran;
  if (!isAsUnslept(configuration.suspendAfterMs, suspendAfterMs, isUnslept)) return false;
  if (!quarterCuMs.has(to.minCu)) return false;
  // The autoscaler does nothing in the run of a fixed size, so the run says nothing about ranges.
  return isFixed(configuration.size) ? isFixed(to) : isMaximumUnfelt(ran, to);
}

/**
 * A range that stayed below its maximum wanted no more. So the run is the same with a larger maximum, and
 * with a smaller one above the peak.
 */
function isMaximumUnfelt({ configuration: { size: from }, outcome }: KnownRun, to: SizeSetting): boolean {
  return from.maxCu >= to.maxCu || outcome.peakBeforeResizeCu < from.maxCu;
}

/** A run that was never suspended is the same with a longer timeout. */
function isAsUnslept(ranMs: number | null, ms: number | null, isUnslept: boolean): boolean {
  return ranMs === ms || (isUnslept && timeoutOrder(ranMs, ms) < 0);
}

function evaluateWithin(
  simulation: Simulation,
  configuration: Configuration,
  within: Within | null,
): KnownRun {
  const { horizonMs } = simulation;
  const run = totalsOnlyRun(withConfiguration(simulation, configuration));
  const ended = (isWhole: boolean, outcome: Outcome): KnownRun => ({
    configuration,
    isWhole,
    outcome,
    isUnslept: measuredCompute(run).isUnslept,
    isUnhindered: HINDRANCES.every((kind) => measuredCompute(run).counted(kind) === 0),
    atMs: run.nowMs,
    quarterCuMs: meteredBy(run, configuration),
  });
  for (let look = 1; within !== null && look < LOOKS; look++) {
    run.advance(Math.floor((horizonMs * look) / LOOKS));
    const metered = measuredCompute(run).meter.quarterCuMsAt(run.nowMs);
    const cost = leastCost(simulation, within, configuration, metered, run.nowMs);
    if (within.objectives === null && cost <= leastLimit(within)) continue;
    const outcome = { ...leastOutcome(run, mostQueries(simulation)), costPerMonth: cost };
    if (!isWithin(outcome, within)) return ended(false, outcome);
  }
  run.advance(horizonMs);
  return ended(true, outcomeOf(run));
}

const HINDRANCES = [EVENT.connectionRefused, EVENT.poolQueued];

/** The cost floor of a configuration; 0 if no limit needs it, since it takes time to compute. */
function leastCost(
  simulation: Simulation,
  within: Within | null,
  configuration: Configuration,
  quarterCuMs: number,
  atMs: number,
): number {
  const isLimited =
    within !== null &&
    (within.mostCost < Number.POSITIVE_INFINITY ||
      (within.useless ?? null) !== null ||
      (within.objectives?.budget ?? null) !== null);
  return isLimited ? costFloor(simulation)(configuration, quarterCuMs, atMs) : 0;
}

/** The CU-time that was metered, by each minimum with which the run would have been the same. */
function meteredBy(run: RunTotals, { size }: Configuration): Map<number, number> {
  const metered = new Map([[size.minCu, measuredCompute(run).meter.quarterCuMsAt(run.nowMs)]]);
  for (const cu of run.simulation.facts.listedSizesCu.value) {
    const raised = cu > size.minCu ? run.meteredFrom(quarterCu(cu)) : null;
    if (raised !== null) metered.set(cu, raised);
  }
  return metered;
}

/** How often a run is checked against the limits. */
const LOOKS = 32;

function isWithin(outcome: Outcome, within: Within | null): boolean {
  if (within === null) return true;
  const { objectives, mostCost } = within;
  return (
    outcome.costPerMonth <= mostCost &&
    (objectives === null || keeps(outcome, objectives)) &&
    (outcome.costPerMonth <= leastLimit(within) || outcome.costPerMonth <= mostUseful(outcome, within))
  );
}

/** Up to this cost an outcome is of use, whatever objectives it breaks. */
function leastLimit({ mostCost, useless = null }: Within): number {
  return useless === null
    ? mostCost
    : Math.min(mostCost, useless.breakingMore, ...Object.values(useless.breakingOne));
}

/** The cost above which an outcome is of no use, given the objectives that it breaks. */
function mostUseful(outcome: Outcome, { useless = null }: Within): number {
  const [first, ...more] = useless === null ? [] : brokenBy(outcome, useless.objectives);
  if (useless === null || first === undefined) return Number.POSITIVE_INFINITY;
  return more.length > 0
    ? useless.breakingMore
    : (useless.breakingOne[first.objective] ?? Number.POSITIVE_INFINITY);
}
