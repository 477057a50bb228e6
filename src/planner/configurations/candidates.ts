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
import { longestPauseMs } from '../bounds/pauses.ts';
import { isAccepted } from './accepted.ts';
import { type Configuration, configurationOf, onlyCompute, ROUTES, routesOf } from './configuration.ts';

/** What is to be chosen from; what is not narrowed is everything that the facts and the plan allow. */
export interface Choices {
  /** Only these timeouts; null: what the plan allows and the demand is fine enough to tell apart. */
  readonly timeoutsMs: readonly (number | null)[] | null;
  /**
   * What is set today is tried with other sizes too, where all timeouts are; undefined: it is that of the simulation.
   */
  readonly currentMs?: number | null;
  readonly lowestCu: number;
  readonly highestCu: number;
  /** No maximum below this one: of what was wanted above it nothing is known. */
  readonly leastMaximumCu?: number | undefined;
  /** No max_connections below this one, likewise. */
  readonly leastConnections?: number | undefined;
  readonly kinds: readonly ('fixed' | 'range')[];
  /** null: each that makes a difference. */
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
 * Settings of which runs can tell of each other, so that they are worked on as one: they differ in their maximum, and
 * of a load in the minimum too where these have as many processors. The smallest minimum comes first, and of each the
 * largest maximum, so that a fixed size is the last. Timeouts that hardly ever elapse are in one group, the shortest
 * first. Connections of jobs seldom wait for one another, so that routes are in a group with them.
 */
export type CandidateGroup = readonly [Configuration, ...Configuration[]];

export function candidateGroups(simulation: Simulation, choices: Choices): CandidateGroup[] {
  const { plan } = simulation;
  const facts = recommendableFacts(simulation.facts);
  return groupsWhere(simulation, choices, (configuration) => isAccepted(facts, plan, configuration));
}

/**
 * The configurations that the fact set accepts and that are not recommended, for the newest documentation refuses them.
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

/** Timeouts that go into one group: all that may turn out never to elapse, and each other one by itself. */
function timeoutsAlike(simulation: Simulation, choices: Choices): (number | null)[][] {
  const shared = sharedTimeouts(simulation);
  const alike = new Map<number | null | 'shared', (number | null)[]>();
  for (const one of timeouts(simulation, choices)) {
    const key = shared(one) ? 'shared' : one;
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  return [...alike.values()].map((some) => some.sort(timeoutOrder));
}

/** Routes that go into one group: all of them if a run of one may tell of the others, else each by itself. */
function routesAlike(simulation: Simulation, choices: Choices): Configuration['route'][][] {
  const all = routes(simulation, choices);
  return sharesRoutes(simulation) ? [all.sort(routeOrder)] : all.map((one) => [one]);
}

/**
 * Routes make no difference to a load. Groups of clients and kept connections hold other connections by each route while
 * they do nothing.
 */
export function sharesRoutes(simulation: Simulation): boolean {
  return onlyCompute(simulation).demand.every(
    (one) => one.kind === 'load' || (one.kind === 'jobs' && !one.keepsConnection),
  );
}

/** A run of mixed routes tells of the others, and no other run tells of it. */
export function routeOrder(one: Configuration['route'], other: Configuration['route']): number {
  return ROUTES.indexOf(other) - ROUTES.indexOf(one);
}

/**
 * Whether configurations with a timeout belong to one group, which one run without a suspend tells. Closed groups of
 * clients seldom let a compute sleep. Other jobs never do if the timeout is longer than their longest pause.
 */
export function sharedTimeouts(simulation: Simulation): (timeoutMs: number | null) => boolean {
  if (loadAlone(simulation) !== null) return () => false;
  if (hasClosedGroups(simulation)) return () => true;
  const pauseMs = longestPauseMs(simulation);
  return (timeoutMs) => timeoutMs === null || timeoutMs > pauseMs;
}

/** Nothing is known of the pauses of closed groups of clients before a run. */
export function hasClosedGroups(simulation: Simulation): boolean {
  return onlyCompute(simulation).demand.some(({ kind }) => kind === 'clients');
}

/** The shortest timeout first, and no timeout last. */
export function timeoutOrder(one: number | null, other: number | null): number {
  if (one === other) return 0;
  return one === null || (other !== null && one > other) ? 1 : -1;
}

/**
 * Sizes by the processors that they have, in their order; each by itself where more than those may make a difference.
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

/** It has no less than what was wanted is known up to. */
export function isKnownSize(
  facts: FactSet,
  { leastMaximumCu = 0, leastConnections = 0 }: Choices,
  { minCu, maxCu }: SizeSetting,
): boolean {
  return maxCu >= leastMaximumCu && maxConnections(facts, minCu, maxCu) >= leastConnections;
}

/**
 * Where all demand is a load, nothing says how clients come in, and so the way makes no difference. Where some come in
 * one way and some in the other, they may go on so.
 */
function routes(simulation: Simulation, { route }: Choices): Configuration['route'][] {
  if (routesOf(onlyCompute(simulation).demand).length === 0) return ['direct'];
  if (route !== null) return [route];
  return configurationOf(simulation).route === 'mixed' ? ['direct', 'pooler', 'mixed'] : ['direct', 'pooler'];
}

/** A timeout is told from others only by pauses that are seen, so samples have to be three times as fine as it is. */
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

/** The longest step of what was measured; 0 where nothing was. */
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
