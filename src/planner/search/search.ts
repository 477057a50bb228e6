import { isFixed } from '../../facts/index.ts';
import { loadAlone, type Simulation } from '../../simulator/index.ts';
import { orderingFloor } from '../bounds/cost-floor.ts';
import {
  type Choices,
  type Group,
  groupsOf,
  hasClosedGroups,
  timeouts,
} from '../configurations/candidates.ts';
import {
  type Configuration,
  changesBetween,
  keyOfConfiguration,
  ROUTES,
} from '../configurations/configuration.ts';
import {
  brokenBy,
  keeps,
  OBJECTIVE_NAMES,
  type ObjectiveName,
  type Objectives,
} from '../objectives/objectives.ts';
import type { Evaluated, Useless, Within } from './evaluate.ts';

/**
 * Evaluates groups side by side, and answers in their order: of each what is within what is asked for; null for those
 * that somebody did not want to wait for.
 */
export type Work = (
  groups: readonly Group[],
  within?: Within,
) => Promise<readonly (readonly Evaluated[] | null)[]>;

export interface SearchProgress {
  readonly done: number;
  readonly of: number;
  readonly best: Evaluated | null;
}

interface Found {
  /** The best of those that meet all objectives; null: none does. */
  readonly best: Evaluated | null;
  /** What was evaluated, as the search came to it. */
  readonly inOrder: readonly Evaluated[];
  /** The same, the cheapest first. */
  readonly evaluated: readonly Evaluated[];
  readonly candidates: number;
  /**
   * Candidates that cost too much to be the recommendation or on the frontier: at least, or before their run was over.
   */
  readonly passedOver: number;
  /** Settings that may have been left out for the objectives that they break, by their keys. */
  readonly leftOut: ReadonlySet<string>;
  /** False where the search was given up before its end. */
  readonly isWhole: boolean;
}

/** What is wanted of a search but the recommendation, and what is known before it. */
interface SearchAim {
  /** Settings whose outcomes are known; who is dearer than one that meets all objectives is not the recommendation. */
  readonly known?: readonly Evaluated[];
  /** What is set, which goes before its equals; null: nothing is. */
  readonly current?: Configuration | null;
  readonly isForFrontier?: boolean;
  /** Configurations of jobs are left out if the objectives that they break and their cost make them of no use. */
  readonly leavesOut?: boolean;
  /** The cheapest configurations that break one objective each; null: nobody asks for them. */
  readonly breakingOne?: CheapestBreaking | null;
  /**
   * Those of some configurations that meet all objectives as asked that may be the recommendation; null: somebody did
   * not want to wait.
   */
  readonly confirm?: (settings: readonly Evaluated[]) => Promise<readonly Evaluated[] | null>;
  readonly show?: (progress: SearchProgress) => void;
}

/** Finds, for each objective, the cheapest configuration that breaks it and no other, as a search goes on. */
interface CheapestBreaking {
  /** Looks at all that has been evaluated so far; false: somebody did not want to wait. */
  take(evaluated: readonly Evaluated[], best: Evaluated): Promise<boolean>;
  /** Above this cost a configuration that breaks an objective is of no use, by the objective. */
  usefulUpTo(best: Evaluated): Partial<Record<ObjectiveName, number>>;
}

/**
 * Finds every candidate that could be the recommendation or on the frontier. The groups with the lowest cost floor come
 * first, some at a time: each begins once the results of all but the last few before it are known. How many these are
 * does not depend on the machine, so that what is passed over does not either.
 *
 * Where each run takes long, the search first looks for any configuration that meets all objectives. Its cost limits all
 * runs that follow.
 */
export async function search(
  simulation: Simulation,
  objectives: Objectives,
  choices: Choices,
  work: Work,
  aim: SearchAim = {},
): Promise<Found> {
  const {
    known = [],
    current = null,
    isForFrontier = true,
    leavesOut = false,
    breakingOne = null,
    confirm = all,
    show = () => {},
  } = aim;
  // Runs of loads are told by one another, and take no time.
  const isOfJobs = leavesOut && loadAlone(simulation) === null;
  const floorOf = orderingFloor(simulation);
  const wholes = groupsOf(simulation, choices);
  const apart: ((one: Configuration) => boolean)[] = hasClosedGroups(simulation)
    ? [() => true]
    : timeouts(simulation, choices).map((ms) => (one) => one.suspendAfterMs === ms);
  const groups = ROUTES.flatMap((route) =>
    apart.flatMap((isTimeout) =>
      wholes.flatMap((whole) =>
        [true, false].map((isFixedSize) => {
          const isPart = (one: Configuration) =>
            one.route === route && isTimeout(one) && isFixed(one.size) === isFixedSize;
          return { whole, isPart, group: whole.filter(isPart) };
        }),
      ),
    ),
  )
    .filter(({ group }) => group.length > 0)
    .map((one) => ({ ...one, floor: Math.min(...one.group.map((configuration) => floorOf(configuration))) }))
    .sort((one, other) => one.floor - other.floor);
  const candidates = countOf(groups);
  const evaluated: Evaluated[] = [];
  const isKept = ({ outcome }: Evaluated) => keeps(outcome, objectives);
  let best: Evaluated | null = null;
  let clearCost = Number.POSITIVE_INFINITY;
  let nearCost = Number.POSITIVE_INFINITY;
  const leftOut = new Set<string>();
  let done = 0;
  let isWhole = true;
  const take = async (results: readonly Evaluated[]) => {
    const better = results.filter((one) => isKept(one) && (best === null || isBetter(one, best, current)));
    const confirmed = better.length === 0 ? [] : await confirm(better);
    isWhole &&= confirmed !== null;
    for (const one of confirmed ?? []) if (best === null || isBetter(one, best, current)) best = one;
  };
  await take(known);
  /**
   * On the frontier nothing is dearer than the cheapest clear configuration. Without a recommendation the nearest
   * configuration matters, which is no dearer than one that breaks as little.
   */
  const uselessNow = (): Useless | null => {
    if (!isOfJobs) return null;
    if (best === null) {
      const breakingMore = Math.max(clearCost, nearCost);
      return breakingMore < Number.POSITIVE_INFINITY ? { objectives, breakingOne: {}, breakingMore } : null;
    }
    const useful = breakingOne?.usefulUpTo(best) ?? {};
    const ofOne = OBJECTIVE_NAMES.map((name) => [name, Math.max(clearCost, useful[name] ?? 0)] as const);
    return { objectives, breakingOne: Object.fromEntries(ofOne), breakingMore: clearCost };
  };
  const limitNow = () =>
    Math.max(best?.outcome.costPerMonth ?? Number.POSITIVE_INFINITY, isForFrontier ? clearCost : 0);
  const note = (results: readonly Evaluated[]) => {
    for (const one of results) {
      if (one.outcome.throttledShare <= CLEAR) clearCost = Math.min(clearCost, one.outcome.costPerMonth);
      if (isOfJobs && isNear(one, objectives)) nearCost = Math.min(nearCost, one.outcome.costPerMonth);
    }
  };
  let groupsAsked = 0;
  const ask = (group: Group, within: Within) => {
    groupsAsked++;
    return work([group], { ...within, groupsKnown });
  };
  let groupsKnown = 0;
  const scouted = new Set<string>();
  for (const { group, floor } of isOfJobs ? groups : []) {
    const [first] = group;
    if (first === undefined || best !== null || floor > limitNow() || !isWhole) break;
    const [results = null] = await ask([first], { objectives, mostCost: limitNow() });
    groupsKnown = groupsAsked;
    isWhole &&= results !== null;
    if (results === null || results.length === 0) continue;
    scouted.add(keyOfConfiguration(first));
    note(results);
    await take(results);
  }
  const underWay: Promise<Evaluation>[] = [];
  /** Waits for the first of those that are under way. */
  const takeFirst = async () => {
    const { group, results, groupsDone } = await (underWay.shift() as Promise<Evaluation>);
    groupsKnown = Math.max(groupsKnown, groupsDone);
    if (isOfJobs) {
      const found = new Set(results?.map(({ configuration }) => keyOfConfiguration(configuration)));
      for (const key of group.map(keyOfConfiguration)) if (!found.has(key)) leftOut.add(key);
    }
    // A run that the search made to find a first configuration counts as that configuration's own.
    for (const one of results ?? [])
      evaluated.push(scouted.has(keyOfConfiguration(one.configuration)) ? { ...one, isRun: true } : one);
    note(results ?? []);
    await take(results ?? []);
    if (isOfJobs && best !== null && breakingOne !== null)
      isWhole = (await breakingOne.take(evaluated, best)) && isWhole;
    done += group.length;
    show({ done, of: candidates, best });
    isWhole &&= results !== null;
  };
  const evaluations = new Map<Group, { readonly results: ReturnType<Work>; readonly groupsDone: number }>();
  const atOnce = isOfJobs ? FEW_AT_ONCE : AT_ONCE;
  for (const { whole, isPart, group, floor } of groups) {
    if (underWay.length === atOnce) await takeFirst();
    const limit = limitNow();
    // Groups are in the order of their floors: what follows one that is too dear is too dear as well.
    if (floor > limit || !isWhole) break;
    // The limit only falls: what the whole group was evaluated for once is enough for each of its parts.
    const all = evaluations.get(whole) ?? {
      results: ask(whole, { objectives: null, mostCost: limit, useless: uselessNow() }),
      groupsDone: groupsAsked,
    };
    evaluations.set(whole, all);
    const evaluation = all.results.then(([results = null]) => ({
      group,
      groupsDone: all.groupsDone,
      results:
        results?.filter(
          ({ configuration, outcome }) => isPart(configuration) && outcome.costPerMonth <= limit,
        ) ?? null,
    }));
    // The first that fails is told of when its turn comes, and the others need not be.
    evaluation.catch(() => {});
    underWay.push(evaluation);
  }
  while (underWay.length > 0) await takeFirst();
  return {
    best,
    inOrder: [...evaluated],
    evaluated: evaluated.sort(bestFirst(current)),
    candidates,
    passedOver: isWhole ? candidates - evaluated.length : 0,
    leftOut,
    isWhole,
  };
}

/** It breaks one or two objectives as asked. */
function isNear({ outcome }: Evaluated, objectives: Objectives): boolean {
  const { length } = brokenBy(outcome, objectives);
  return length === 1 || length === 2;
}

const AT_ONCE = 6;
/** Groups of jobs take long, and learn from the runs of those before them. */
const FEW_AT_ONCE = 2;

const all = async (settings: readonly Evaluated[]) => settings;

interface Evaluation {
  readonly group: readonly Configuration[];
  /** null: somebody did not want to wait. */
  readonly results: readonly Evaluated[] | null;
  /** So many groups have been asked for up to this one. */
  readonly groupsDone: number;
}

/** Throttled for no more than this is not throttled as far as a frontier is concerned: no profile asks for less. */
export const CLEAR = 1e-3;

/**
 * Of configurations in the order of their costs, those that are throttled less than all cheaper ones, up to the first
 * clear one.
 */
export function frontier<Some extends Evaluated>(evaluated: readonly Some[]): Some[] {
  let least = Number.POSITIVE_INFINITY;
  return evaluated.filter(({ outcome }) => {
    if (outcome.throttledShare >= least || least <= CLEAR) return false;
    least = outcome.throttledShare;
    return true;
  });
}

/**
 * Cheaper; of equals the one that is throttled less, delays less, wakes less; then the one for which less of what is
 * set would have to change; and then the smaller, the direct one.
 */
export function isBetter(one: Evaluated, other: Evaluated, current: Configuration | null): boolean {
  const [a, b] = [rankOf(one, current), rankOf(other, current)];
  const at = a.findIndex((value, i) => value !== b[i]);
  return at !== -1 && (a[at] as number) < (b[at] as number);
}

export function bestFirst(current: Configuration | null) {
  return (one: Evaluated, other: Evaluated): number => (isBetter(one, other, current) ? -1 : 1);
}

function rankOf({ configuration, outcome }: Evaluated, current: Configuration | null): number[] {
  return [
    outcome.costPerMonth,
    outcome.throttledShare,
    outcome.delayP99Ms,
    outcome.wakesPerDay,
    current === null ? 0 : changesBetween(configuration, current),
    configuration.size.maxCu,
    configuration.size.minCu,
    -(configuration.suspendAfterMs ?? 0),
    ROUTES.indexOf(configuration.route),
  ];
}

function countOf(groups: readonly { readonly group: readonly Configuration[] }[]): number {
  return groups.reduce((sum, { group }) => sum + group.length, 0);
}
