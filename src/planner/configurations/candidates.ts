import { type Route, resourcesOf } from '../../compute/index.ts';
import {
  type FactSet,
  isFixed,
  maxConnections,
  openRules,
  quarterCu,
  recommendableFacts,
  type SizeSetting,
} from '../../facts/index.ts';
import { loadAlone, type Simulation } from '../../simulator/index.ts';
import type { Profile } from '../../workload/index.ts';
import { longestQuietMs } from '../bounds/longest-quiet.ts';
import { longestPauseMs } from '../bounds/pauses.ts';
import { isAccepted } from './accepted.ts';
import { type Configuration, configurationOf, onlyCompute, routesOf } from './configuration.ts';
import { mayShareRoutes, routeOrder } from './connection-paths.ts';

/**
 * The configurations that a search may choose from: everything that the facts and the plan allow, unless a
 * field narrows it.
 */
export interface Choices {
  /**
   * Only these timeouts; null for all that the plan allows and that the steps of the demand can tell apart.
   */
  readonly timeoutsMs: readonly (number | null)[] | null;
  /**
   * The current timeout. It is tried with other sizes too, if all timeouts are. Undefined means the timeout
   * of the simulation.
   */
  readonly currentMs?: number | null;
  readonly lowestCu: number;
  readonly highestCu: number;
  /** No maximum below this one: the trace says nothing about demand above it. */
  readonly leastMaximumCu?: number | undefined;
  /** No max_connections below this value, for the same reason. */
  readonly leastConnections?: number | undefined;
  readonly kinds: readonly ('fixed' | 'range')[];
  /** Null for each path that makes a difference. */
  readonly route: Route | null;
}

export const ALL_CHOICES: Choices = {
  timeoutsMs: null,
  lowestCu: 0,
  highestCu: Number.POSITIVE_INFINITY,
  kinds: ['fixed', 'range'],
  route: null,
};

/**
 * Configurations that are evaluated together, because one run may give the outcomes of others. They differ in
 * their maximum. For a load they also differ in the minimum, if these sizes have as many processors. The
 * smallest minimum comes first, and for each minimum the largest maximum, so that a fixed size comes last.
 * Timeouts that hardly ever elapse share a group, the shortest first. Connection paths share a group if one run
 * may give the outcomes of all.
 */
export type CandidateGroup = readonly [Configuration, ...Configuration[]];

export function candidateGroups(simulation: Simulation, choices: Choices): CandidateGroup[] {
  const { plan } = simulation;
  const facts = recommendableFacts(simulation.facts);
  return groupsWhere(simulation, choices, (configuration) => isAccepted(facts, plan, configuration));
}

/**
 * The configurations that the fact set accepts and the newest documentation refuses, so that they are not
 * recommended.
 */
export function ruledOutGroups(simulation: Simulation, choices: Choices): CandidateGroup[] {
  const { facts, plan } = simulation;
  const rules = openRules(facts);
  if (rules.length === 0) return [];
  const closed = recommendableFacts(facts, rules);
  return groupsWhere(
    simulation,
    choices,
    (configuration) => isAccepted(facts, plan, configuration) && !isAccepted(closed, plan, configuration),
  );
}

function groupsWhere(
  simulation: Simulation,
  choices: Choices,
  isAllowed: (configuration: Configuration) => boolean,
): CandidateGroup[] {
  const { facts } = simulation;
  const sizes = facts.listedSizesCu.value.filter((cu) => cu >= choices.lowestCu && cu <= choices.highestCu);
  const isChoosable = (configuration: Configuration) =>
    choices.kinds.includes(isFixed(configuration.size) ? 'fixed' : 'range') && isAllowed(configuration);
  const minima = minimaOf(simulation, sizes);
  return routesAlike(simulation, choices).flatMap((routes) =>
    timeoutsAlike(simulation, choices).flatMap((timeoutsMs) =>
      minima.flatMap((alike) => {
        const settings = routes.flatMap((route) =>
          timeoutsMs.flatMap((suspendAfterMs) =>
            alike.flatMap((minCu) =>
              sizes
                .filter((maxCu) => maxCu >= minCu)
                .map((maxCu) => ({ size: { minCu, maxCu }, suspendAfterMs, route }))
                .filter(({ size }) => isKnownSize(facts, choices, size))
                .filter(isChoosable)
                .reverse(),
            ),
          ),
        );
        return settings[0] === undefined ? [] : [settings as unknown as CandidateGroup];
      }),
    ),
  );
}

/**
 * The timeouts of each group: all that may turn out never to elapse share one, and each other timeout has its
 * own.
 */
function timeoutsAlike(simulation: Simulation, choices: Choices): (number | null)[][] {
  const shared = sharedTimeouts(simulation);
  const alike = new Map<number | null | 'shared', (number | null)[]>();
  for (const one of timeouts(simulation, choices)) {
    const key = shared(one) ? 'shared' : one;
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  return [...alike.values()].map((some) => some.sort(timeoutOrder));
}

/**
 * The connection paths of each group: all share one if a run of one path may give the outcomes of the others,
 * else each has its own.
 */
function routesAlike(simulation: Simulation, choices: Choices): Configuration['route'][][] {
  const all = routes(simulation, choices);
  return mayShareRoutes(simulation) ? [all.sort(routeOrder)] : all.map((one) => [one]);
}

/**
 * Whether configurations with a timeout share a group, so that one run without a suspend gives the outcomes
 * of all. Closed groups of clients seldom let a compute sleep. With other jobs it never sleeps if the timeout
 * is longer than their longest pause.
 */
export function sharedTimeouts(simulation: Simulation): (timeoutMs: number | null) => boolean {
  if (loadAlone(simulation) !== null) return () => false;
  if (hasClosedGroups(simulation)) return () => true;
  const pauseMs = longestPauseMs(simulation);
  return (timeoutMs) => timeoutMs === null || timeoutMs > pauseMs;
}

/**
 * The shortest timeout that never elapses, because clients always come back before. If it is longer than that of the
 * configuration, or if no client is sure to come back: that of the configuration.
 */
export function shortestAlike(simulation: Simulation, configuration: Configuration): number | null {
  const { suspendAfterMs } = configuration;
  const quietMs = longestQuietMs(simulation, configuration);
  if (quietMs === null) return suspendAfterMs;
  const longer = timeouts(simulation, ALL_CHOICES).filter((ms) => ms === null || ms > quietMs);
  return [...longer, suspendAfterMs].sort(timeoutOrder)[0] as number | null;
}

/** The pauses of closed groups of clients are unknown before a run. A replication leaves none. */
export function hasClosedGroups(simulation: Simulation): boolean {
  return onlyCompute(simulation).demand.some(({ kind }) => kind === 'clients' || kind === 'replication');
}

/** The shortest timeout first, and no timeout last. */
export function timeoutOrder(one: number | null, other: number | null): number {
  if (one === other) return 0;
  return one === null || (other !== null && one > other) ? 1 : -1;
}

/**
 * Sizes by their number of processors, in order. If other resources may make a difference, each size is by
 * itself.
 */
function minimaOf(simulation: Simulation, sizes: readonly number[]): number[][] {
  const isPlain = loadAlone(simulation) !== null;
  const found = new Map<number, number[]>();
  for (const cu of sizes) {
    const key = isPlain ? resourcesOf(quarterCu(cu), simulation).vcpu : cu;
    found.set(key, [...(found.get(key) ?? []), cu]);
  }
  return [...found.values()];
}

/** Whether a size has at least the maximum and the connections up to which the trace shows demand. */
export function isKnownSize(
  facts: FactSet,
  { leastMaximumCu = 0, leastConnections = 0 }: Choices,
  { minCu, maxCu }: SizeSetting,
): boolean {
  return maxCu >= leastMaximumCu && maxConnections(facts, minCu, maxCu) >= leastConnections;
}

/**
 * If all demand is a load, nothing says how clients connect, so the path makes no difference. If clients use
 * both paths today, they may go on like that.
 */
function routes(simulation: Simulation, { route }: Choices): Configuration['route'][] {
  if (routesOf(onlyCompute(simulation).demand).length === 0) return ['direct'];
  if (route !== null) return [route];
  return configurationOf(simulation).route === 'mixed' ? ['direct', 'pooler', 'mixed'] : ['direct', 'pooler'];
}

/**
 * Only pauses that the demand shows tell timeouts apart. So samples have to be three times as fine as a
 * timeout.
 */
export function timeouts(simulation: Simulation, { timeoutsMs, currentMs }: Choices): (number | null)[] {
  if (timeoutsMs !== null) return [...timeoutsMs];
  const { facts } = simulation;
  const stepMs = coarsestStepMs(simulation);
  const own = onlyCompute(simulation).suspendAfterMs;
  const choice = facts.suspendChoices.value[simulation.plan];
  const offered = [
    ...(choice.kind === 'any or off' ? [choice.lowestMs] : []),
    facts.suspendDefaultMs.value,
    null,
  ];
  const told = offered.filter((ms) => ms === null || ms >= STEPS_OF_TIMEOUT * stepMs);
  return [...new Set([...told, own, currentMs === undefined ? own : currentMs])];
}

export const STEPS_OF_TIMEOUT = 3;

/** The longest step of measured demand; 0 if none was measured. */
export function coarsestStepMs(simulation: Simulation): number {
  return Math.max(
    0,
    ...onlyCompute(simulation).demand.map((one) => (one.kind === 'load' ? coarsestOf(one.vcpu) : 0)),
  );
}

function coarsestOf(profile: Profile): number {
  switch (profile.kind) {
    case 'samples':
      return profile.stepMs;
    case 'noisy':
    case 'replaced':
      return coarsestOf(profile.of);
    case 'sum':
    case 'product':
      return Math.max(0, ...profile.of.map(coarsestOf));
    default:
      return 0;
  }
}
