import { quantileMs } from '../compute/index.ts';
import { bindSource, type Simulation, type Slot } from '../engine/index.ts';
import { computeCostMicros, HOUR_MS, MICROS, QUARTERS_PER_CU, QUOTED_MONTH_HOURS } from '../facts/index.ts';
import { onlyCompute, type Setting } from './setting.ts';

/**
 * What settings of a timeout cost a month at least, by their minimum alone: a compute is never smaller than that, and it
 * is awake at least while its loads want something, and for the timeout after. Nothing is said of what may be kept from
 * being awake: by a quota, by planned changes, by starts that fail, by releases.
 */
export function costFloor(simulation: Simulation): (setting: Setting) => number {
  const { facts, plan, assumptions, releases, horizonMs, prices } = simulation;
  const compute = onlyCompute(simulation);
  const isKept =
    facts.quotaCuHours.value[plan] !== null ||
    compute.changes.length > 0 ||
    assumptions.life.startFailureShare > 0 ||
    releases !== null;
  if (isKept) return () => 0;
  const longestStartMs = quantileMs(assumptions.life.startTime, LARGEST_DRAW);
  const pauses = pausesOf(simulation);
  const awakeMs = (suspendAfterMs: number | null): number => {
    if (suspendAfterMs === null) return horizonMs - longestStartMs;
    // After a pause that is long enough it takes a start to be awake again.
    let asleepMs = 0;
    for (const pauseMs of pauses) {
      if (pauseMs > suspendAfterMs) asleepMs += pauseMs - suspendAfterMs + longestStartMs;
    }
    return horizonMs - longestStartMs - asleepMs;
  };
  const known = new Map<number | null, number>();
  return ({ size, suspendAfterMs }) => {
    const leastMs = known.get(suspendAfterMs) ?? Math.max(0, Math.floor(awakeMs(suspendAfterMs)));
    known.set(suspendAfterMs, leastMs);
    const micros = computeCostMicros(
      size.minCu * QUARTERS_PER_CU * leastMs,
      prices.computeMicrosPerCuHour[plan],
    );
    // One less, for the outcome's cost is rounded.
    return Math.floor((micros * QUOTED_MONTH_HOURS * HOUR_MS) / horizonMs - 1) / MICROS;
  };
}

/** The largest number below 1 that a draw can be. */
const LARGEST_DRAW = 1 - 2 ** -53;

/** How long each stretch lasts in which no load wants anything. Other demand may: then it is awake for longer. */
function pausesOf(simulation: Simulation): number[] {
  const { startMs, horizonMs } = simulation;
  const { name, demand } = onlyCompute(simulation);
  const loads = demand.flatMap((one) => {
    const source = bindSource(one, NO_SLOT, simulation, name);
    return source.kind === 'load' ? [source.vcpu] : [];
  });
  const endMs = startMs + horizonMs;
  const pauses: number[] = [];
  let sinceMs: number | null = null;
  for (let atMs = startMs; atMs < endMs; ) {
    let isWanted = false;
    let untilMs = endMs;
    for (const load of loads) {
      const stretch = load(atMs);
      isWanted ||= stretch.value > 0;
      untilMs = Math.min(untilMs, Math.ceil(stretch.untilMs));
    }
    if (!isWanted) sinceMs ??= atMs;
    else if (sinceMs !== null) {
      pauses.push(atMs - sinceMs);
      sinceMs = null;
    }
    atMs = untilMs;
  }
  if (sinceMs !== null) pauses.push(endMs - sinceMs);
  return pauses;
}

/** Nothing is set in an agenda here. */
const NO_SLOT = 0 as Slot;
