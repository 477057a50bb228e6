import { limitsOf, type Route } from '../../compute/index.ts';
import { Memo, type Simulation } from '../../simulator/index.ts';
import {
  type BoundJobs,
  type BoundLoad,
  bindDemand,
  type Demand,
  type JobsDemand,
} from '../../workload/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';
import { LoadsRecall } from './loads-recall.ts';

/** Stretches of a run, in order, of which none is awake for sure. */
export interface Pauses {
  readonly fromMs: readonly number[];
  readonly untilMs: readonly number[];
}

/**
 * Between what is sure to wake a compute that sleeps and to be activity of one that is awake. That is a load while it
 * wants something, and an arrival that surely gets in: where clients wait for the end of a suspend, and where idle
 * connections leave room. Groups of clients come when they have been answered, which is nothing to be known beforehand.
 * Whatever else there is can only keep a compute awake for longer.
 */
export function pausesOf(simulation: Simulation, longestSuspendMs: number): Pauses {
  const make = () => pausesFound(simulation, longestSuspendMs);
  const isLoads = onlyCompute(simulation).demand.every(({ kind }) => kind === 'load');
  return isLoads ? OF_LOADS.of(simulation, make) : make();
}

/**
 * The longest time for which a compute that is always awake may have nothing to do. It is found once for a simulation.
 */
export function longestPauseMs(simulation: Simulation): number {
  return LONGEST.of(simulation, [], () => {
    const { fromMs, untilMs } = pausesOf(simulation, 0);
    return fromMs.reduce((longest, from, i) => Math.max(longest, (untilMs[i] as number) - from), 0);
  });
}

const LONGEST = new Memo<Simulation, number>();

const OF_LOADS = new LoadsRecall<Pauses>();

function pausesFound(simulation: Simulation, longestSuspendMs: number): Pauses {
  const { startMs, horizonMs, facts } = simulation;
  const { name, demand } = onlyCompute(simulation);
  const endMs = startMs + horizonMs;
  const shortestMs = facts.suspendBounds.value.lowestMs;
  const wanted = demand.flatMap((one) => {
    if (one.kind === 'clients') return [];
    if (one.kind === 'jobs' && !surelyGetsIn(one, simulation, longestSuspendMs)) return [];
    const source = bindDemand(one, simulation, name);
    const next = source.kind === 'jobs' ? arrivalsOf(source) : stretchesOf(source, startMs, endMs);
    return [{ next, stretch: next() }];
  });
  const fromMs: number[] = [];
  const untilMs: number[] = [];
  for (let awakeMs = startMs; awakeMs < endMs; ) {
    let first = wanted[0];
    for (const one of wanted) if (one.stretch.fromMs < (first?.stretch.fromMs ?? 0)) first = one;
    const nextMs = Math.min(endMs, first?.stretch.fromMs ?? endMs);
    // No timeout is so short that a shorter pause could be slept in.
    if (nextMs - awakeMs > shortestMs) {
      fromMs.push(awakeMs - startMs);
      untilMs.push(nextMs - startMs);
    }
    if (first === undefined || nextMs === endMs) break;
    awakeMs = Math.max(awakeMs, first.stretch.untilMs);
    first.stretch = first.next();
  }
  return { fromMs, untilMs };
}

/** When something is wanted next, from the start on; Infinity: it never is again. */
type Wanted = () => Stretch;

interface Stretch {
  readonly fromMs: number;
  readonly untilMs: number;
}

const NEVER: Stretch = { fromMs: Number.POSITIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY };

function arrivalsOf({ arrivals }: BoundJobs): Wanted {
  return () => {
    const atMs = arrivals.take();
    return { fromMs: atMs, untilMs: atMs };
  };
}

function stretchesOf({ vcpu }: BoundLoad, startMs: number, endMs: number): Wanted {
  let atMs = startMs;
  return () => {
    while (atMs < endMs) {
      const fromMs = atMs;
      const { value, untilMs } = vcpu(atMs);
      atMs = Math.min(endMs, Math.ceil(untilMs));
      if (value > 0) return { fromMs, untilMs: atMs };
    }
    return NEVER;
  };
}

/**
 * A connect that meets a suspend wakes the compute if its client is still there at the end. One that meets a compute
 * awake is turned away where there is no room, and then is no activity. Queries that run keep it awake in any case, so
 * that what counts is how many connections others may hold that do nothing: its own ones a job uses first.
 */
function surelyGetsIn(job: JobsDemand, simulation: Simulation, longestSuspendMs: number): boolean {
  return longestSuspendMs <= job.client.connectTimeoutMs && surelyHasRoom(job, simulation);
}

/** Idle connections of others leave room, also in the smallest compute. */
export function surelyHasRoom(one: Demand, simulation: Simulation): boolean {
  const { demand } = onlyCompute(simulation);
  const [smallestCu] = simulation.facts.listedSizesCu.value as readonly [number];
  const limits = limitsOf({ minCu: smallestCu, maxCu: smallestCu }, simulation);
  const held = (route: Route) =>
    demand.reduce((sum, other) => sum + (other === one ? 0 : mostIdle(other, route)), 0);
  return held('direct') < limits.clientConnections && held('pooler') < limits.pooledClients;
}

/** Connections that come in one way and are open while nothing runs on them, at most. */
function mostIdle(demand: Demand, route: Route): number {
  if (demand.kind === 'load') return route === 'direct' ? demand.connections : 0;
  if (demand.route !== route) return 0;
  if (demand.kind === 'clients') return demand.pool.max;
  return demand.keepsConnection ? Number.POSITIVE_INFINITY : 0;
}
