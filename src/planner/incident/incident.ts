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
  /** What a change has to keep in all of the demand, as a plan judges it. */
  readonly objectives: Objectives;
}

/** What happened within a window, and what would have prevented it. */
export interface Incident {
  readonly window: Window;
  /** In the order in which things ran out; none: nothing did. */
  readonly troubles: readonly Trouble[];
  readonly errors: readonly ErrorSeen[];
  readonly chain: Seen['chain'];
  readonly omitted: number;
  /** Of all of the demand, as it is set. */
  readonly current: Outcome;
  /** What that breaks, as a plan judges it. */
  readonly currentBroken: readonly Broken[];
  /** Errors of any time, the earliest first: where the window has none, they say where to look. */
  readonly elsewhere: readonly {
    readonly key: RefusalKey;
    readonly count: number;
    readonly firstMs: number;
  }[];
  /** The last rung that was tried of each change, the best first: what helps, by what it costs. */
  readonly tried: readonly Tried[];
  readonly runs: number;
  /**
   * The cheapest that prevents it and meets all objectives, or else of those that break nothing anew; null: none does,
   * or there is nothing to prevent.
   */
  readonly best: Tried | null;
  /**
   * The cheapest that meets all objectives and leaves no error, but waits of a second and more, where it costs less
   * than the best: what is enough by the rule of a plan. null: there is none.
   */
  readonly enough: Tried | null;
  /**
   * Where none prevents it: the one that leaves fewest errors, and then the shortest waits; null: none makes it better.
   */
  readonly nearest: Tried | null;
}

/** The same with what it takes to judge it later. */
interface Attempt {
  readonly tried: Tried;
  readonly simulation: Simulation;
  readonly run: Run;
  /** null: it was not run to the end. */
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

/** The cheapest of those that meet all objectives and do not prevent it; those that prevent it are judged already. */
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

/** A run up to the end of the window, and what was seen of it. */
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

/** Virtual time between two looks at the world outside. */
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

/** What meets all objectives ended the ladder; of the others the first of the best kind. */
function bestOfLadder(ofLadder: readonly Tried[]): Tried {
  return (
    ofLadder.find(keepsAll) ??
    ofLadder.find(helps) ??
    ofLadder.find(({ prevents }) => prevents) ??
    leastOf(ofLadder)
  );
}

/**
 * Where clients saw errors they see none any more: to wait in place of that is what a pooler is for, and it is for the
 * objectives to say how long. Where they only waited, what ran out first does not, and nothing else does instead.
 */
function isPrevented([first, ...others]: readonly Trouble[], left: readonly Trouble[]): boolean {
  if (first === undefined || left.some(({ errors }) => errors > 0)) return false;
  if (first.errors > 0) return true;
  const known = new Set(others.map(({ resource }) => resource));
  return left.every(({ resource }) => known.has(resource));
}

/** A tenth of the errors and of the waits is left, at most. */
function isNearly(troubles: readonly Trouble[], left: readonly Trouble[]): boolean {
  const [errors, waitedMs] = troubleSums(troubles);
  const [errorsLeft, waitedLeftMs] = troubleSums(left);
  return errorsLeft <= NEARLY * errors && waitedLeftMs <= NEARLY * waitedMs;
}

const NEARLY = 0.1;

/** Of ranges, which have a ladder for each minimum, the best alone. */
function bestOfRanges(tried: readonly Tried[]): Tried[] {
  const isRange = ({ remedy }: Tried) => remedy.lever === 'range';
  const [best] = ranked(tried.filter(isRange));
  return tried.filter((one) => !isRange(one) || one === best);
}

/** Of those that do not help: what prevents it and breaks something else comes nearest. */
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
