import { isFixed, quarterCu, type SizeSetting } from '../../facts/index.ts';
import { EVENT, type RunTotals, type Simulation, totalsOnlyRun } from '../../simulator/index.ts';
import { costFloor } from '../bounds/cost-floor.ts';
import { leastOutcome } from '../bounds/least-outcome.ts';
import { mostQueries } from '../bounds/most-queries.ts';
import { type CandidateGroup, sharesRoutes, timeoutOrder } from '../configurations/candidates.ts';
import {
  type Configuration,
  configurationOf,
  measuredCompute,
  withConfiguration,
} from '../configurations/configuration.ts';
import { brokenBy, keeps, type ObjectiveName, type Objectives } from '../objectives/objectives.ts';
import { type Outcome, outcomeOf } from '../objectives/outcome.ts';
import { raisedOutcome, reroutedOutcome, sharedOutcome } from './shared-outcome.ts';

export interface Evaluated {
  readonly configuration: Configuration;
  readonly outcome: Outcome;
  /** False where the run of another configuration told it. */
  readonly isRun: boolean;
}

/** The limits within which an outcome is of use: a run beyond them need not go on to its end. */
export interface Within {
  /** Null if a configuration may break any. */
  readonly objectives: Objectives | null;
  readonly mostCost: number;
  readonly useless?: Useless | null;
  /** Of the groups that a search has asked for before, the first so many have been answered. */
  readonly groupsKnown?: number;
}

/** The costs above which configurations are of no use that break objectives. */
export interface Useless {
  readonly objectives: Objectives;
  /** For a configuration that breaks one objective, by that objective. */
  readonly breakingOne: Readonly<Partial<Record<ObjectiveName, number>>>;
  /** For a configuration that breaks several. */
  readonly breakingMore: number;
}

/** The runs that a trial adds to, and others that it learns from. */
export interface RunsOfTrial {
  readonly own: KnownRun[];
  readonly others: readonly (readonly KnownRun[])[];
}

/**
 * All of a group that is within what is asked for, by as few runs as tell of all. A run that was cut off tells of
 * others what had come of it by then.
 */
export function evaluateGroup(
  simulation: Simulation,
  group: CandidateGroup,
  within: Within | null = null,
): Evaluated[] {
  return inOneGo(groupRuns(simulation, group, within));
}

/** What comes of runs that nobody wants to leave in between. */
export function inOneGo<Result>(runs: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = runs.next();
    if (done === true) return value;
  }
}

/**
 * The same, a run at a time, for somebody who has an ear for others in between.
 *
 * @param runs of the same simulation
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
 * The configurations whose runs tell of one, the best first. A run of mixed routes tells of every route, and one route
 * is seldom asked for alone.
 */
function tellersFor(simulation: Simulation, configuration: Configuration): Configuration[] {
  const isOneOfMany =
    configuration.route !== 'mixed' &&
    configurationOf(simulation).route === 'mixed' &&
    sharesRoutes(simulation);
  return isOneOfMany ? [{ ...configuration, route: 'mixed' }, configuration] : [configuration];
}

interface Ending {
  /** False: the run was cut off, for it could not be within any more. */
  readonly isWhole: boolean;
  /** Of a run that was cut off, the least that it would have come to. */
  readonly outcome: Outcome;
}

/** What is known of a run. */
export interface KnownRun extends Ending {
  readonly configuration: Configuration;
  /** It was never suspended: it tells of longer timeouts too. */
  readonly isUnslept: boolean;
  /** No connection was refused or waited for the pooler: it tells of other routes too. */
  readonly isUnhindered: boolean;
  /** When it ended, and what it had metered by then: as it was, and by each minimum with which it had been the same. */
  readonly atMs: number;
  readonly quarterCuMs: ReadonlyMap<number, number>;
}

/** How the run of a configuration ends as those of others tell it; null where they do not. */
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

/** The runs that may tell of a configuration of a group. */
export function tellersOf(group: CandidateGroup, runs: readonly KnownRun[]): KnownRun[] {
  return runs.filter(({ quarterCuMs }) => group.some(({ size }) => quarterCuMs.has(size.minCu)));
}

function toldBy(
  simulation: Simulation,
  ran: KnownRun,
  configuration: Configuration,
  within: Within | null,
): Ending | null {
  const { atMs, isWhole, isUnslept, quarterCuMs } = ran;
  if (!isAsUnslept(ran.configuration.suspendAfterMs, configuration.suspendAfterMs, isUnslept)) return null;
  const metered = quarterCuMs.get(configuration.size.minCu);
  if (metered === undefined) return null;
  const [from, to] = [ran.configuration.size, configuration.size];
  // A fixed size has no maximum that it could reach: it tells of other fixed sizes alone.
  const isRange = !isFixed(from);
  if (isRange ? !isMaximumUnfelt(ran, to) : !isFixed(to)) return null;
  const rerouted = reroutedOutcome(
    simulation,
    ran.configuration,
    configuration,
    ran.outcome,
    ran.isUnhindered,
  );
  if (rerouted === null) return null;
  const same = isRange
    ? sharedOutcome(simulation, ran.configuration, configuration, rerouted, ran.isUnhindered)
    : rerouted;
  const told =
    from.minCu === to.minCu
      ? same
      : same && raisedOutcome(simulation, ran.configuration, configuration, same, metered, ran.isUnhindered);
  if (told === null || isWhole) return told && { isWhole, outcome: told };
  // Another may cost more from where a run was cut off.
  const least = { ...told, costPerMonth: leastCost(simulation, within, configuration, metered, atMs) };
  return isWithin(least, within) ? null : { isWhole, outcome: least };
}

/** A range below its maximum wanted no more, so a larger maximum changes nothing, nor does a smaller one above the peak. */
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

/** What it costs at least; what nobody has set a limit to is not worth the pains. */
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

/** How often a run is looked at. */
const LOOKS = 64;

function isWithin(outcome: Outcome, within: Within | null): boolean {
  if (within === null) return true;
  const { objectives, mostCost } = within;
  return (
    outcome.costPerMonth <= mostCost &&
    (objectives === null || keeps(outcome, objectives)) &&
    (outcome.costPerMonth <= leastLimit(within) || outcome.costPerMonth <= mostUseful(outcome, within))
  );
}

/** Up to this cost nothing is beyond the limits, whatever it breaks. */
function leastLimit({ mostCost, useless = null }: Within): number {
  return useless === null
    ? mostCost
    : Math.min(mostCost, useless.breakingMore, ...Object.values(useless.breakingOne));
}

/** The cost above which an outcome is of no use for what it breaks. */
function mostUseful(outcome: Outcome, { useless = null }: Within): number {
  const [first, ...more] = useless === null ? [] : brokenBy(outcome, useless.objectives);
  if (useless === null || first === undefined) return Number.POSITIVE_INFINITY;
  return more.length > 0
    ? useless.breakingMore
    : (useless.breakingOne[first.objective] ?? Number.POSITIVE_INFINITY);
}
