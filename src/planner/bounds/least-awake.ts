import { type Distribution, quantileMs } from '../../compute/index.ts';
import { lifeDraws, Memo, type Simulation } from '../../simulator/index.ts';
import { firstAfter } from '../../workload/index.ts';
import { type Configuration, onlyCompute, withConfiguration } from '../configurations/configuration.ts';
import { longestQuietMs } from './longest-quiet.ts';
import { type Pauses, pausesOf } from './pauses.ts';

/** The bound of a simulation, computed once. */
export function leastAwakeOf(simulation: Simulation): LeastAwake {
  const known = KNOWN.get(simulation);
  const found = known ?? leastAwake(simulation);
  KNOWN.set(simulation, found);
  return found;
}

const KNOWN = new WeakMap<Simulation, LeastAwake>();

export interface LeastAwake {
  /** The least time that a compute is awake, from an instant of its run to the end. */
  readonly awakeMs: (configuration: Configuration, fromMs: number) => number;
  /** Whether the compute is never suspended during the run, so that it never starts either. */
  readonly neverSleeps: (configuration: Configuration) => boolean;
  /** Whether each planned change happens: none comes while the compute starts or is suspended. */
  readonly isSureToChange: (configuration: Configuration) => boolean;
}

/**
 * A compute sleeps only in pauses that are longer than its timeout, and after each it needs a start to be
 * awake again. A planned change of its size or branch takes as long as a suspend and a start. There is no
 * bound if anything else can keep a compute from being awake: a quota, commands, failed starts or releases.
 *
 * @param isRough gives no bound with planned changes, and ignores groups of clients
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
    // The compute may be starting at `fromMs`.
    awakeMs: (configuration, fromMs) => {
      const changing = times.filter((atMs) => atMs + changeMs > fromMs && atMs < horizonMs).length * changeMs;
      return Math.max(0, horizonMs - fromMs - startMs - changing - asleep(configuration)(fromMs));
    },
    neverSleeps: (configuration) => changes.length === 0 && asleep(configuration)(0) === 0,
    isSureToChange: (configuration) => areApart && isNeverQuiet(configuration),
  };
}

/** The longest time that the compute can sleep after an instant. */
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
  /** The sleep in each pause and all later ones. */
  const sums = new Float64Array(ends.length + 1);
  for (let i = ends.length - 1; i >= 0; i--) sums[i] = (sums[i + 1] as number) + (asleepMs[i] as number);
  return (atMs) => {
    const next = firstAfter(ends, atMs);
    if (next === ends.length) return 0;
    const first = Math.min(asleepMs[next] as number, (ends[next] as number) - atMs + startMs);
    return (sums[next + 1] as number) + first;
  };
}

/** The longest start, suspend and apply time of a run, out of as many random draws as the run can make. */
function longestTimes(simulation: Simulation): Record<'startMs' | 'suspendMs' | 'applyMs', number> {
  const { facts, assumptions, seed, horizonMs } = simulation;
  const { name, changes } = onlyCompute(simulation);
  // The compute is awake for a timeout before each suspend.
  const suspends = Math.floor(horizonMs / facts.suspendBounds.value.lowestMs) + changes.length;
  // The draws do not depend on the assumed durations, so simulations with other durations share them.
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

/** The largest of some draws; 0 if there are none. */
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
