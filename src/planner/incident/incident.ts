import type { RefusalKey } from '../../compute/index.ts';
import { SECOND_MS } from '../../facts/index.ts';
import { EVENT, Run, type Simulation } from '../../simulator/index.ts';
import { type Broken, keeps, type Objectives } from '../objectives/objectives.ts';
import { type Outcome, outcomeOf } from '../objectives/outcome.ts';
import { type AdvanceTo, brokenAsPlanned } from './judged-as-plan.ts';
import { type Happened, laddersOf } from './ladders.ts';
import { helps, isLess, keepsAll, ranked, type Tried, troubleSums } from './ranking.ts';
import type { Rung } from './remedy.ts';
import { type Trouble, troublesOf } from './trouble.ts';
import { type ErrorSeen, type Seen, type Window, Witness } from './witness.ts';

interface IncidentQuestion {
  readonly simulation: Simulation;
  readonly window: Window;
  /** The objectives that a change has to meet over all of the demand, judged as in a plan. */
  readonly objectives: Objectives;
}

/** The events within a window, and the changes that would have prevented them. */
export interface Incident {
  readonly window: Window;
  /** In the order in which resources ran out; empty if none did. */
  readonly troubles: readonly Trouble[];
  readonly errors: readonly ErrorSeen[];
  readonly chain: Seen['chain'];
  readonly omitted: number;
  /** The outcome of all of the demand under the current configuration. */
  readonly current: Outcome;
  /** The objectives that this outcome breaks, as a plan judges it. */
  readonly currentBroken: readonly Broken[];
  /** Errors of the whole run, the earliest first. If the window has none, they show where to look. */
  readonly elsewhere: readonly {
    readonly key: RefusalKey;
    readonly count: number;
    readonly firstMs: number;
  }[];
  /** One rung for each ladder, the best that was tried; the best rung of all first. */
  readonly tried: readonly Tried[];
  readonly runs: number;
  /**
   * The cheapest change that prevents the incident and meets all objectives, or else the cheapest that breaks
   * no further objective. Null if none does, or if there is nothing to prevent.
   */
  readonly best: Tried | null;
  /**
   * The cheapest change that meets all objectives and leaves no errors, but waits of a second and more, if it
   * costs less than the best. By the rule of a plan it is enough. Null if there is none.
   */
  readonly enough: Tried | null;
  /**
   * If no change prevents the incident: the one that leaves the fewest errors, and then the shortest waits.
   * Null if none makes it better.
   */
  readonly nearest: Tried | null;
}

/** A change that was tried, with all that is needed to judge it later. */
interface Attempt {
  readonly tried: Tried;
  readonly simulation: Simulation;
  readonly run: Run;
  /** Null if it was not run to the end. */
  readonly outcome: Outcome | null;
}

export async function incidentOf(
  { simulation, window, objectives }: IncidentQuestion,
  advance: AdvanceTo,
  show: (share: number) => void = () => {},
): Promise<Incident> {
  const { run, seen } = await watch(simulation, window, advance);
  const troubles = troublesOf(seen, run);
  const happened = happenedIn(run);
  await advance(run, simulation.horizonMs);
  const current = outcomeOf(run);
  const currentBroken = await brokenAsPlanned(simulation, current, objectives, run, advance);
  const [first] = troubles;
  const ladders = first === undefined ? [] : laddersOf(simulation, first.resource, window, happened);
  const tried: Tried[] = [];
  const attempts: Attempt[] = [];
  for (const [at, ladder] of ladders.entries()) {
    const ofLadder: Tried[] = [];
    for (const rung of ladder) {
      const one = await tryOut(rung, { troubles, currentBroken, window, objectives }, advance);
      attempts.push(one);
      ofLadder.push(one.tried);
      if (keepsAll(one.tried)) break;
    }
    tried.push(bestOfLadder(ofLadder));
    show((at + 1) / ladders.length);
  }
  const ladderBests = ranked(bestOfRanges(tried));
  const [best = null] = ladderBests.filter(helps);
  const mostCost = best?.costPerMonth ?? Number.POSITIVE_INFINITY;
  const enough = currentBroken.length === 0 ? null : await enoughOf(attempts, mostCost, objectives, advance);
  const inOrder =
    enough === null
      ? ladderBests
      : ranked([...ladderBests.filter(({ remedy }) => remedy !== enough.remedy), enough]);
  const nearest = best !== null || inOrder.length === 0 ? null : leastOf(inOrder);
  return {
    window,
    troubles,
    errors: seen.errors,
    chain: seen.chain,
    omitted: seen.omitted,
    current,
    currentBroken,
    elsewhere: errorsOf(run),
    tried: inOrder,
    runs: attempts.length + 1,
    best,
    enough,
    nearest: nearest !== null && isLess(nearest.left, troubles) ? nearest : null,
  };
}

/**
 * The cheapest change that meets all objectives without preventing the incident. Changes that prevent it are
 * judged already.
 */
async function enoughOf(
  attempts: readonly Attempt[],
  mostCost: number,
  objectives: Objectives,
  advance: AdvanceTo,
): Promise<Tried | null> {
  const cheaper = attempts
    .flatMap(({ outcome, ...one }) => (outcome === null ? [] : [{ outcome, ...one }]))
    .filter(
      ({ tried, outcome }) =>
        !tried.prevents &&
        hasNoErrors(tried.left) &&
        outcome.costPerMonth < mostCost &&
        keeps(outcome, objectives),
    )
    .sort((one, other) => one.outcome.costPerMonth - other.outcome.costPerMonth);
  for (const { tried, simulation, run, outcome } of cheaper) {
    const broken = tried.broken ?? (await brokenAsPlanned(simulation, outcome, objectives, run, advance));
    if (broken.length === 0) return { ...tried, broken };
  }
  return null;
}

/** Runs a simulation up to the end of the window and records what happens in it. */
async function watch(simulation: Simulation, window: Window, advance: AdvanceTo) {
  const witness = new Witness(window);
  const run = new Run(simulation, (event) => witness.tell(event), 'sums');
  await advance(run, window.fromMs);
  witness.begin(run);
  while (run.nowMs < window.untilMs) {
    const sinceMs = run.nowMs;
    run.advance(Math.min(sinceMs + SECOND_MS, window.untilMs));
    witness.look(run, sinceMs);
    if ((run.nowMs - window.fromMs) % LOOK_MS === 0) await advance(run, run.nowMs);
  }
  return { run, seen: witness.seen() };
}

function happenedIn({ computes: [compute] }: Run): Happened {
  const has = (kind: Parameters<Run['computes'][number]['counted']>[0]) =>
    compute !== undefined && compute.counted(kind) > 0;
  return {
    slept: has(EVENT.suspend),
    timedOut: has(EVENT.connectionTimedOut),
    foundDead: has(EVENT.connectionStale),
  };
}

/** Simulated time after which the caller may do other work. */
const LOOK_MS = 300 * SECOND_MS;

interface Before extends Omit<IncidentQuestion, 'simulation'> {
  readonly troubles: readonly Trouble[];
  readonly currentBroken: readonly Broken[];
}

async function tryOut(
  { remedy, simulation }: Rung,
  { troubles, currentBroken, window, objectives }: Before,
  advance: AdvanceTo,
): Promise<Attempt> {
  const { run, seen } = await watch(simulation, window, advance);
  const left = troublesOf(seen, run);
  const prevents = isPrevented(troubles, left);
  const isJudged = prevents || isNearly(troubles, left);
  const untold = { remedy, prevents, left, costPerMonth: null, broken: null, breaks: [] };
  if (!isJudged && !hasNoErrors(left)) return { tried: untold, simulation, run, outcome: null };
  await advance(run, simulation.horizonMs);
  const outcome = outcomeOf(run);
  const { costPerMonth } = outcome;
  if (!isJudged) return { tried: { ...untold, costPerMonth }, simulation, run, outcome };
  const broken = await brokenAsPlanned(simulation, outcome, objectives, run, advance);
  const known = new Set(currentBroken.map(({ objective }) => objective));
  const breaks = broken.filter(({ objective }) => !known.has(objective));
  return { tried: { ...untold, costPerMonth, broken, breaks }, simulation, run, outcome };
}

function hasNoErrors(troubles: readonly Trouble[]): boolean {
  return troubles.every(({ errors }) => errors === 0);
}

/** A rung that meets all objectives ended the ladder. Without one, the first rung of the best kind counts. */
function bestOfLadder(ofLadder: readonly Tried[]): Tried {
  return (
    ofLadder.find(keepsAll) ??
    ofLadder.find(helps) ??
    ofLadder.find(({ prevents }) => prevents) ??
    leastOf(ofLadder)
  );
}

/**
 * If clients saw errors, they must see none any more. They may wait instead: that is the purpose of a pooler,
 * and objectives say how long. If clients only waited, the resource that ran out first must not run out, and
 * no other one instead.
 */
function isPrevented([first, ...others]: readonly Trouble[], left: readonly Trouble[]): boolean {
  if (first === undefined || left.some(({ errors }) => errors > 0)) return false;
  if (first.errors > 0) return true;
  const known = new Set(others.map(({ resource }) => resource));
  return left.every(({ resource }) => known.has(resource));
}

/** At most a tenth of the errors and of the waits is left. */
function isNearly(troubles: readonly Trouble[], left: readonly Trouble[]): boolean {
  const [errors, waitedMs] = troubleSums(troubles);
  const [errorsLeft, waitedLeftMs] = troubleSums(left);
  return errorsLeft <= NEARLY * errors && waitedLeftMs <= NEARLY * waitedMs;
}

const NEARLY = 0.1;

/** Ranges have a ladder for each minimum, of which only the best is kept. */
function bestOfRanges(tried: readonly Tried[]): Tried[] {
  const isRange = ({ remedy }: Tried) => remedy.lever === 'range';
  const [best] = ranked(tried.filter(isRange));
  return tried.filter((one) => !isRange(one) || one === best);
}

/**
 * The nearest of the changes that do not help. One that prevents the incident and breaks something else comes
 * first.
 */
function leastOf(all: readonly Tried[]): Tried {
  return all.reduce((least, one) =>
    one.prevents === least.prevents
      ? isLess(one.left, least.left)
        ? one
        : least
      : one.prevents
        ? one
        : least,
  );
}

function errorsOf({ computes }: Run): Incident['elsewhere'] {
  return computes
    .flatMap(({ refusals }) =>
      [...refusals].map(([key, { count, firstAtMs }]) => ({ key, count, firstMs: firstAtMs })),
    )
    .sort((a, b) => a.firstMs - b.firstMs);
}
