import { isFixed } from '../../facts/index.ts';
import { loadAlone, type Simulation } from '../../simulator/index.ts';
import { orderingFloor } from '../bounds/cost-floor.ts';
import {
  type CandidateGroup,
  type Choices,
  candidateGroups,
  hasClosedGroups,
  timeoutOrder,
} from '../configurations/candidates.ts';
import { type Configuration, ROUTES } from '../configurations/configuration.ts';
import type { Objectives } from '../objectives/objectives.ts';
import type { Evaluated, Within } from './evaluate.ts';
import { Findings, type Found, type SearchAim } from './findings.ts';

/**
 * Evaluates groups in parallel. Returns for each group, in order, the configurations within the limits; null
 * for a group that was not evaluated because the caller stopped.
 */
export type Work = (
  groups: readonly CandidateGroup[],
  within?: Within,
) => Promise<readonly (readonly Evaluated[] | null)[]>;

/**
 * Finds every candidate that could be the recommendation or on the frontier. The candidates with the lowest
 * cost floor come first, a few at a time: each begins once the results of all but the last few before it are
 * known. The number of these few does not depend on the machine, so the skipped candidates do not either.
 */
export async function search(
  simulation: Simulation,
  objectives: Objectives,
  choices: Choices,
  work: Work,
  aim: SearchAim = {},
): Promise<Found> {
  const groups = candidateGroups(simulation, choices);
  const findings = new Findings(objectives, groups.flat().length, aim);
  await findings.confirm(aim.known ?? []);
  // Runs of loads are fast, and one of them gives the outcomes of many configurations.
  const isOfJobs = aim.leavesOut === true && loadAlone(simulation) === null;
  const searchIn = isOfJobs ? searchOneByOne : searchInGroups;
  await searchIn(simulation, groups, findings, work);
  return findings.found();
}

/**
 * Searches if each run takes long. The search first looks for any configuration that meets all objectives,
 * since its cost limits all later runs. Then it goes from small maxima to large ones: cheap configurations
 * limit dearer ones, and a run may give the outcomes of later ones.
 */
async function searchOneByOne(
  simulation: Simulation,
  groups: readonly CandidateGroup[],
  findings: Findings,
  work: Work,
): Promise<void> {
  const floorOf = findings.aim.floorOf ?? orderingFloor(simulation);
  const withFloor = (group: CandidateGroup) => ({
    group,
    floor: Math.min(...group.map((one) => floorOf(one))),
  });
  const byFloor = (one: { readonly floor: number }, other: { readonly floor: number }) =>
    one.floor - other.floor;
  let asked = 0;
  let groupsKnown = 0;
  const ask = (group: CandidateGroup, within: Within) => {
    const number = ++asked;
    return work([group], { ...within, groupsKnown }).then(([results = null]) => ({ number, group, results }));
  };
  const tried = new Set<Configuration>();
  const scouts = groups.map(withFloor).sort(byFloor);
  let scout = 0;
  const askScout = () => {
    const next = scouts[scout++];
    const mostCost = findings.limit;
    if (next === undefined || findings.best !== null || next.floor > mostCost || !findings.isWhole)
      return null;
    const asking = ask([next.group[0]], { objectives: findings.objectives, mostCost });
    asking.catch(() => {});
    return asking;
  };
  const scouting = Array.from({ length: SCOUTS_AT_ONCE }, askScout);
  for (let asking = scouting.shift(); asking !== undefined && asking !== null; asking = scouting.shift()) {
    const { number, group, results } = await asking;
    groupsKnown = number;
    const [found] = results ?? [];
    // The scout was cut off, or costs too much since the one before it was found to meet all objectives.
    const isUseless =
      results !== null && (found === undefined || found.outcome.costPerMonth > findings.limit);
    // Other scouts run while this one is tried under stress.
    scouting.push(askScout());
    if (isUseless) continue;
    tried.add(group[0]);
    await findings.take(group, results);
  }
  const underWay: { readonly line: string; readonly asking: ReturnType<typeof ask> }[] = [];
  const takeFirst = async () => {
    const { number, group, results } = await (underWay.shift() as (typeof underWay)[number]).asking;
    groupsKnown = number;
    await findings.take(group, results);
    await findings.takeBreakingOne();
  };
  const waiting = groups
    .flatMap((group) => bySize(group.filter((one) => !tried.has(one))))
    .map((group) => ({ ...withFloor(group), line: lineOf(group) }))
    .sort((one, other) => byFloor(one, other) || smallestFirst(one.group[0], other.group[0]));
  const mostOfLine = new Set(waiting.map(({ line }) => line)).size === 1 ? 2 : 1;
  while (findings.isWhole) {
    // A run that is under way may give the outcomes of others in its line, so they wait for it.
    const next = waiting.findIndex(
      ({ line }) => underWay.filter((one) => one.line === line).length < mostOfLine,
    );
    const candidate = waiting[next];
    const isNext = candidate !== undefined && candidate.floor <= findings.limit;
    if (!isNext || underWay.length === RUNS_AT_ONCE) {
      if (underWay.length === 0) break;
      await takeFirst();
      continue;
    }
    const { group, line } = candidate;
    waiting.splice(next, 1);
    const asking = ask(group, {
      objectives: null,
      mostCost: findings.limit,
      useless: findings.useless(),
    });
    // `takeFirst` reports the first failure. A later one is not reported, and must not count as unhandled.
    asking.catch(() => {});
    underWay.push({ line, asking });
  }
  while (underWay.length > 0) await takeFirst();
  await findings.takeBreakingOne();
}

/** Configurations of one line differ only in their sizes, so a run of one may give the outcome of another. */
function lineOf([{ suspendAfterMs, route }]: CandidateGroup): string {
  return `${suspendAfterMs} ${route}`;
}

/**
 * Splits a group by size. One run gives the outcomes of a whole part, if it holds for other connection paths
 * and timeouts.
 */
function bySize(group: readonly Configuration[]): CandidateGroup[] {
  const parts = new Map<string, Configuration[]>();
  for (const one of group) {
    const key = `${one.size.minCu} ${one.size.maxCu}`;
    parts.set(key, [...(parts.get(key) ?? []), one]);
  }
  return [...parts.values()] as unknown as CandidateGroup[];
}

function smallestFirst(one: Configuration, other: Configuration): number {
  return (
    timeoutOrder(one.suspendAfterMs, other.suspendAfterMs) ||
    one.size.minCu - other.size.minCu ||
    one.size.maxCu - other.size.maxCu ||
    ROUTES.indexOf(one.route) - ROUTES.indexOf(other.route)
  );
}

/**
 * Searches if one run gives the outcomes of most of its group, so that each group is evaluated as a whole.
 */
async function searchInGroups(
  simulation: Simulation,
  wholes: readonly CandidateGroup[],
  findings: Findings,
  work: Work,
): Promise<void> {
  const floorOf = findings.aim.floorOf ?? orderingFloor(simulation);
  const timeoutsOf = new Set(wholes.flat().map(({ suspendAfterMs }) => suspendAfterMs));
  const apart: ((one: Configuration) => boolean)[] = hasClosedGroups(simulation)
    ? [() => true]
    : [...timeoutsOf].map((ms) => (one) => one.suspendAfterMs === ms);
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
  const underWay: Promise<Evaluation>[] = [];
  const takeFirst = async () => {
    const { group, results } = await (underWay.shift() as Promise<Evaluation>);
    await findings.take(group, results);
  };
  const evaluations = new Map<CandidateGroup, ReturnType<Work>>();
  for (const { whole, isPart, group, floor } of groups) {
    if (underWay.length === GROUPS_AT_ONCE) await takeFirst();
    const { limit } = findings;
    // The groups are sorted by their floors, so all later ones are too dear as well.
    if (floor > limit || !findings.isWhole) break;
    // The limit only falls, so one evaluation of the whole group is enough for each of its parts.
    const all = evaluations.get(whole) ?? work([whole], { objectives: null, mostCost: limit });
    evaluations.set(whole, all);
    const evaluation = all.then(([results = null]) => ({
      group,
      results:
        results?.filter(
          ({ configuration, outcome }) => isPart(configuration) && outcome.costPerMonth <= limit,
        ) ?? null,
    }));
    // `takeFirst` reports the first failure. A later one is not reported, and must not count as unhandled.
    evaluation.catch(() => {});
    underWay.push(evaluation);
  }
  while (underWay.length > 0) await takeFirst();
}

interface Evaluation {
  readonly group: readonly Configuration[];
  /** Null if the search was stopped. */
  readonly results: readonly Evaluated[] | null;
}

const GROUPS_AT_ONCE = 6;
const RUNS_AT_ONCE = 6;
const SCOUTS_AT_ONCE = 2;
