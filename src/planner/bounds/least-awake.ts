import { type Distribution, quantileMs } from '../../compute/index.ts';
import { lifeDraws, Memo, type Simulation } from '../../simulator/index.ts';
import { firstAfter } from '../../workload/index.ts';
import { type Configuration, onlyCompute, withConfiguration } from '../configurations/configuration.ts';
import { longestQuietMs } from './longest-quiet.ts';
import { type Pauses, pausesOf } from './pauses.ts';

/** The bound of a simulation, found once. */
export function leastAwakeOf(simulation: Simulation): LeastAwake {
  const known = KNOWN.get(simulation);
  const found = known ?? leastAwake(simulation);
  KNOWN.set(simulation, found);
  return found;
}

const KNOWN = new WeakMap<Simulation, LeastAwake>();

export interface LeastAwake {
  /** How long a compute is awake at least from an instant of its run to the end. */
  readonly awakeMs: (configuration: Configuration, fromMs: number) => number;
  /** The compute is not suspended once in the run, so that it never starts either. */
  readonly neverSleeps: (configuration: Configuration) => boolean;
  /** No planned change comes while the compute starts or is suspended, so that each is taken. */
  readonly isSureToChange: (configuration: Configuration) => boolean;
}

/**
 * A compute sleeps in pauses that are longer than its timeout, from the timeout on, and after one it takes a start to
 * be awake again. A planned change of its size or branch takes as long as a suspend and a start. Nothing is said of
 * what may be kept from being awake: by a quota, by commands, by starts that fail, by releases.
 *
 * @param isRough without a bound for groups of clients and planned changes
 */
export function leastAwake(simulation: Simulation, isRough = false): LeastAwake {
  const { facts, plan, assumptions, releases, horizonMs } = simulation;
  const { changes } = onlyCompute(simulation);
  const isKept =
    facts.quotaCuHours.value[plan] !== null ||
    changes.some(({ change }) => isRough || (change.kind !== 'size' && change.kind !== 'branch')) ||
    assumptions.life.startFailureShare > 0 ||
    releases !== null;
  if (isKept) return { awakeMs: () => 0, neverSleeps: () => false, isSureToChange: () => false };
  const { startMs, suspendMs, applyMs } = longestTimes(simulation);
  const changeMs = applyMs + suspendMs + startMs;
  // Clients wait for a change as they do for a suspend.
  const awayMs = changes.length === 0 ? suspendMs : applyMs + suspendMs;
  const pauses = remembered(
    ({ route }) => route,
    (configuration) => pausesOf(withConfiguration(simulation, configuration), awayMs),
  );
  const quietMs = remembered(
    ({ route }) => route,
    (configuration) => ({ most: longestQuietMs(simulation, configuration) ?? Number.POSITIVE_INFINITY }),
  );
  const isNeverQuiet = (configuration: Configuration) =>
    configuration.suspendAfterMs === null ||
    (!isRough && quietMs(configuration).most < configuration.suspendAfterMs);
  const asleep = remembered(
    ({ suspendAfterMs, route }) => `${suspendAfterMs} ${route}`,
    (configuration) =>
      isNeverQuiet(configuration)
        ? () => 0
        : asleepFrom(pauses(configuration), configuration.suspendAfterMs, startMs),
  );
  const times = changes.map(({ atMs }) => atMs).sort((one, other) => one - other);
  const areApart = times.every(
    (atMs, i) => atMs - (i === 0 ? startMs - changeMs : (times[i - 1] as number)) > changeMs,
  );
  return {
    // It may be starting at that instant.
    awakeMs: (configuration, fromMs) => {
      const changing = times.filter((atMs) => atMs + changeMs > fromMs && atMs < horizonMs).length * changeMs;
      return Math.max(0, horizonMs - fromMs - startMs - changing - asleep(configuration)(fromMs));
    },
    neverSleeps: (configuration) => changes.length === 0 && asleep(configuration)(0) === 0,
    isSureToChange: (configuration) => areApart && isNeverQuiet(configuration),
  };
}

/** How long it sleeps at most after an instant. */
function asleepFrom(
  { fromMs, untilMs }: Pauses,
  timeoutMs: number | null,
  startMs: number,
): (atMs: number) => number {
  if (timeoutMs === null) return () => 0;
  const ends: number[] = [];
  const asleepMs: number[] = [];
  for (const [i, until] of untilMs.entries()) {
    const pauseMs = until - (fromMs[i] as number);
    if (pauseMs <= timeoutMs) continue;
    ends.push(until);
    asleepMs.push(pauseMs - timeoutMs + startMs);
  }
  /** In each pause and those after it. */
  const sums = new Float64Array(ends.length + 1);
  for (let i = ends.length - 1; i >= 0; i--) sums[i] = (sums[i + 1] as number) + (asleepMs[i] as number);
  return (atMs) => {
    const next = firstAfter(ends, atMs);
    if (next === ends.length) return 0;
    const first = Math.min(asleepMs[next] as number, (ends[next] as number) - atMs + startMs);
    return (sums[next + 1] as number) + first;
  };
}

/** The longest start, suspend and taking of configurations of a run: of as many draws as there can be of them. */
function longestTimes(simulation: Simulation): Record<'startMs' | 'suspendMs' | 'applyMs', number> {
  const { facts, assumptions, seed, horizonMs } = simulation;
  const { name, changes } = onlyCompute(simulation);
  // Before a suspend the compute is awake for a timeout.
  const suspends = Math.floor(horizonMs / facts.suspendBounds.value.lowestMs) + changes.length;
  // The draws are the same whatever is assumed of how long something takes.
  const largest = LARGEST.of(facts, [seed, name, suspends, changes.length], () => {
    const draw = lifeDraws(seed, name);
    return {
      ofStarts: largestOf(() => draw('start time'), suspends + 1),
      ofSuspends: largestOf(() => draw('suspend time'), suspends),
      ofChanges: largestOf(() => draw('apply time'), changes.length),
    };
  });
  const longest = (time: Distribution, draw: number) => (draw === 0 ? 0 : Math.ceil(quantileMs(time, draw)));
  return {
    startMs: longest(assumptions.life.startTime, largest.ofStarts),
    suspendMs: longest(assumptions.life.suspendTime, largest.ofSuspends),
    applyMs: longest(assumptions.life.applyTime, largest.ofChanges),
  };
}

const LARGEST = new Memo<Simulation['facts'], Record<'ofStarts' | 'ofSuspends' | 'ofChanges', number>>();

/** 0: of none. */
function largestOf(draw: () => number, count: number): number {
  let largest = 0;
  for (let i = 0; i < count; i++) largest = Math.max(largest, draw());
  return largest;
}

function remembered<Value>(
  keyOf: (configuration: Configuration) => string,
  make: (configuration: Configuration) => Value,
): (configuration: Configuration) => Value {
  const known = new Map<string, Value>();
  return (configuration) => {
    const key = keyOf(configuration);
    const value = known.get(key) ?? make(configuration);
    known.set(key, value);
    return value;
  };
}
