import { limitsOf, type Route } from '../../compute/index.ts';
import { bindAhead, Memo, type Simulation } from '../../simulator/index.ts';
import type { BoundJobs, BoundLoad, Demand, JobsDemand, LoadDemand } from '../../workload/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';

/** Stretches of a run, in order, in which nothing is sure to keep the compute awake. */
export interface Pauses {
  readonly fromMs: readonly number[];
  readonly untilMs: readonly number[];
}

/**
 * The time between demands that are sure to wake a sleeping compute and to count as activity of an awake one.
 * Such a demand is a load while it wants CPU, or an arrival that is sure to get in: its client waits for the
 * end of a suspend, and idle connections leave room for it. Groups of clients come back when they have been
 * answered, which nobody knows beforehand. Any other demand can only keep a compute awake for longer.
 */
export function pausesOf(simulation: Simulation, longestSuspendMs: number): Pauses {
  const { startMs, horizonMs, facts, seed, zone } = simulation;
  const { name, demand } = onlyCompute(simulation);
  const wanted = demand.filter((one) => isSureActivity(one, simulation, longestSuspendMs));
  const keys = wanted.flatMap((one) => [one.name, timesOf(one)]);
  const first = wanted[0] === undefined ? facts : timesOf(wanted[0]);
  return FOUND.of(first, [...keys, name, seed, startMs, horizonMs, zone.name, facts], () =>
    pausesFound(simulation, wanted),
  );
}

/** Configurations and most assumptions leave the times at which a demand comes as they are. */
const FOUND = new Memo<object, Pauses>();

type TimedDemand = JobsDemand | LoadDemand;

function timesOf(demand: TimedDemand): object {
  return demand.kind === 'load' ? demand.vcpu : demand.schedule;
}

function isSureActivity(one: Demand, simulation: Simulation, longestSuspendMs: number): one is TimedDemand {
  return one.kind === 'load' || (one.kind === 'jobs' && surelyGetsIn(one, simulation, longestSuspendMs));
}

/**
 * The longest time that a compute which is always awake may have nothing to do. Computed once per simulation.
 */
export function longestPauseMs(simulation: Simulation): number {
  return LONGEST.of(simulation, [], () => {
    const { fromMs, untilMs } = pausesOf(simulation, 0);
    return fromMs.reduce((longest, from, i) => Math.max(longest, (untilMs[i] as number) - from), 0);
  });
}

const LONGEST = new Memo<Simulation, number>();

function pausesFound(simulation: Simulation, demand: readonly TimedDemand[]): Pauses {
  const { startMs, horizonMs, facts } = simulation;
  const { name } = onlyCompute(simulation);
  const endMs = startMs + horizonMs;
  const shortestMs = facts.suspendBounds.value.lowestMs;
  const wanted = demand.map((one) => {
    const source = bindAhead(one, simulation, name);
    const next = source.kind === 'jobs' ? arrivalsOf(source) : stretchesOf(source, startMs, endMs);
    return { next, stretch: next() };
  });
  const fromMs: number[] = [];
  const untilMs: number[] = [];
  for (let awakeMs = startMs; awakeMs < endMs; ) {
    let first = wanted[0];
    for (const one of wanted) if (one.stretch.fromMs < (first?.stretch.fromMs ?? 0)) first = one;
    const nextMs = Math.min(endMs, first?.stretch.fromMs ?? endMs);
    // No timeout is short enough to sleep in a shorter pause.
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

/** Returns the next stretch in which something is wanted; from Infinity if there is none. */
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
 * A connect during a suspend wakes the compute if its client still waits at the end. A connect to an awake
 * compute without room is refused, and then is no activity. Queries that run keep the compute awake in any
 * case. So only idle connections of others matter: a job uses its own idle connections first.
 */
function surelyGetsIn(job: JobsDemand, simulation: Simulation, longestSuspendMs: number): boolean {
  return (
    admitsAll(simulation) && longestSuspendMs <= job.client.connectTimeoutMs && surelyHasRoom(job, simulation)
  );
}

/** Whether the proxy refuses no client at a wake. A refused client is no activity, and may never come back. */
export function admitsAll({ assumptions: { life } }: Simulation): boolean {
  return life.wakeAdmission === null;
}

/** Whether idle connections of others leave room, even in the smallest compute. */
export function surelyHasRoom(one: Demand, simulation: Simulation): boolean {
  const { demand } = onlyCompute(simulation);
  const [smallestCu] = simulation.facts.listedSizesCu.value as readonly [number];
  const limits = limitsOf({ minCu: smallestCu, maxCu: smallestCu }, simulation);
  const held = (route: Route) =>
    demand.reduce((sum, other) => sum + (other === one ? 0 : mostIdle(other, route)), 0);
  return held('direct') < limits.clientConnections && held('pooler') < limits.pooledClients;
}

/** The most connections on one path that a demand keeps open while nothing runs on them. */
function mostIdle(demand: Demand, route: Route): number {
  if (demand.kind === 'load') return route === 'direct' ? demand.connections : 0;
  // Its connections are never idle.
  if (demand.kind === 'replication') return 0;
  if (demand.route !== route) return 0;
  if (demand.kind === 'clients') return demand.pool.max;
  return demand.keepsConnection ? Number.POSITIVE_INFINITY : 0;
}
