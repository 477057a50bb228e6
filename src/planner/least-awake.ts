import { type Distribution, quantileMs } from '../compute/index.ts';
import { lifeDraws, Recall, type Simulation } from '../engine/index.ts';
import { firstAfter } from '../workload/index.ts';
import { type Pauses, pausesOf } from './pauses.ts';
import { onlyCompute, type Setting, withSetting } from './setting.ts';

/** How long a compute is awake at least from an instant of its run to the end. */
export type LeastAwake = (setting: Setting, fromMs: number) => number;

/**
 * A compute sleeps in pauses that are longer than its timeout, from the timeout on, and after one it takes a start to be
 * awake again. Nothing is said of what may be kept from being awake: by a quota, by planned changes, by starts that
 * fail, by releases.
 */
export function leastAwake(simulation: Simulation): LeastAwake {
  const { facts, plan, assumptions, releases, horizonMs } = simulation;
  const isKept =
    facts.quotaCuHours.value[plan] !== null ||
    onlyCompute(simulation).changes.length > 0 ||
    assumptions.life.startFailureShare > 0 ||
    releases !== null;
  if (isKept) return () => 0;
  const { startMs, suspendMs } = longestTimes(simulation);
  const pauses = remembered(
    ({ route }) => route,
    (setting) => pausesOf(withSetting(simulation, setting), suspendMs),
  );
  const asleep = remembered(
    ({ suspendAfterMs, route }) => `${suspendAfterMs} ${route}`,
    (setting) => asleepFrom(pauses(setting), setting.suspendAfterMs, startMs),
  );
  // It may be starting at that instant.
  return (setting, fromMs) => Math.max(0, horizonMs - fromMs - startMs - asleep(setting)(fromMs));
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

/** The longest start and the longest suspend of a run: of as many draws as there can be of them. */
function longestTimes(simulation: Simulation): { readonly startMs: number; readonly suspendMs: number } {
  const { facts, assumptions, seed, horizonMs } = simulation;
  const { name } = onlyCompute(simulation);
  // Before a suspend the compute is awake for a timeout.
  const suspends = Math.floor(horizonMs / facts.suspendBounds.value.lowestMs);
  // The draws are the same whatever is assumed of how long something takes.
  const largest = LARGEST.of(facts, [seed, name, suspends], () => {
    const draw = lifeDraws(seed, name);
    return {
      ofStarts: largestOf(() => draw('start time'), suspends + 1),
      ofSuspends: largestOf(() => draw('suspend time'), suspends),
    };
  });
  const longest = (time: Distribution, draw: number) => (draw === 0 ? 0 : Math.ceil(quantileMs(time, draw)));
  return {
    startMs: longest(assumptions.life.startTime, largest.ofStarts),
    suspendMs: longest(assumptions.life.suspendTime, largest.ofSuspends),
  };
}

const LARGEST = new Recall<Simulation['facts'], { readonly ofStarts: number; readonly ofSuspends: number }>();

/** 0: of none. */
function largestOf(draw: () => number, count: number): number {
  let largest = 0;
  for (let i = 0; i < count; i++) largest = Math.max(largest, draw());
  return largest;
}

function remembered<Value>(
  keyOf: (setting: Setting) => string,
  make: (setting: Setting) => Value,
): (setting: Setting) => Value {
  const known = new Map<string, Value>();
  return (setting) => {
    const key = keyOf(setting);
    const value = known.get(key) ?? make(setting);
    known.set(key, value);
    return value;
  };
}
