import { LARGEST_DRAW, LOAD_TICK_MS, quantileMs, unitsOfLoad } from '../../compute/index.ts';
import { isFixed, MINUTE_MS, QUARTERS_PER_CU } from '../../facts/index.ts';
import { Memo, type Simulation } from '../../simulator/index.ts';
import { bindDemand } from '../../workload/index.ts';
import { type Configuration, onlyCompute } from '../configurations/configuration.ts';
import { LoadsRecall } from './loads-recall.ts';

/**
 * The least CU-time above its minimum that a range uses from an instant of its run to the end, in quarter CU.
 */
type LeastWanted = (configuration: Configuration, fromMs: number) => number;

/**
 * The autoscaler follows the load average, which is at least the load average of the loads alone. So from
 * tick to tick, a size is at least what the loads ask for. There is one tick in every five seconds, at an
 * unknown offset, so the least demand of each five seconds counts.
 */
export function leastWanted(simulation: Simulation): LeastWanted {
  const { horizonMs, assumptions } = simulation;
  const { cpuStableZoneRatio, cpuMixedZoneRatio } = assumptions.autoscaler;
  const hasLoads = onlyCompute(simulation).demand.some(({ kind }) => kind === 'load');
  // With blended averages, the goal does not follow from the one-minute average.
  if (!hasLoads || cpuStableZoneRatio > 0 || cpuMixedZoneRatio > 0) return () => 0;
  const timesOf = wantedTimes(simulation);
  return ({ size, suspendAfterMs }, fromMs) => {
    if (isFixed(size)) return 0;
    const times = timesOf(suspendAfterMs);
    const part = Math.ceil((fromMs * PARTS) / horizonMs) * GOALS;
    const [min, max] = [size.minCu * QUARTERS_PER_CU, size.maxCu * QUARTERS_PER_CU];
    return (times[part + max] as number) - (times[part + min] as number);
  };
}

/** The wanted CU-time for each timeout. It depends on few inputs, so most changes of assumptions reuse it. */
function wantedTimes(simulation: Simulation): (suspendAfterMs: number | null) => Float64Array {
  const { life, autoscaler } = simulation.assumptions;
  let found: ReturnType<typeof wantedTimes> | null = null;
  return (suspendAfterMs) => {
    if (found === null) {
      const stretches = stretchesOf(simulation);
      found = WANTED.of(stretches, [life.startTime, autoscaler], () => {
        const known = new Map<number | null, Float64Array>();
        return (timeoutMs) => {
          const times = known.get(timeoutMs) ?? timesByGoal(simulation, stretches, timeoutMs);
          known.set(timeoutMs, times);
          return times;
        };
      });
    }
    return found(suspendAfterMs);
  };
}

const WANTED = new Memo<Stretches, (suspendAfterMs: number | null) => Float64Array>();

/** A run has this many parts of equal length; the wanted CU-time is known from the start of each. */
const PARTS = 64;

/**
 * The least number of runnable queries of all loads, in stretches one after the other. Times count from the
 * start.
 */
interface Stretches {
  readonly untilMs: Float64Array;
  readonly runnable: Float64Array;
}

function stretchesOf(simulation: Simulation): Stretches {
  const all = UNLIMITED.of(simulation, () => unlimited(simulation));
  const loads = onlyCompute(simulation).demand.filter((one) => one.kind === 'load');
  const limit = loads.reduce((sum, { concurrency }) => sum + (concurrency ?? Number.POSITIVE_INFINITY), 0);
  if (all.runnable.every((one) => one <= limit)) return all;
  return LIMITED.of(all, [limit], () => ({
    untilMs: all.untilMs,
    runnable: all.runnable.map((one) => Math.min(one, limit)),
  }));
}

const UNLIMITED = new LoadsRecall<Stretches>();
const LIMITED = new Memo<Stretches, Stretches>();

/** Assumes that the loads get all CPU that they want at once. */
function unlimited(simulation: Simulation): Stretches {
  const { startMs, horizonMs } = simulation;
  const { name, demand } = onlyCompute(simulation);
  const loads = demand.flatMap((one) => (one.kind === 'load' ? [bindDemand(one, simulation, name)] : []));
  const untils: number[] = [];
  const runnable: number[] = [];
  for (let atMs = 0; atMs < horizonMs; ) {
    let vcpu = 0;
    let untilMs = horizonMs;
    for (const load of loads) {
      const stretch = load.vcpu(startMs + atMs);
      vcpu += stretch.value;
      untilMs = Math.min(untilMs, Math.ceil(stretch.untilMs) - startMs);
    }
    untils.push(untilMs);
    runnable.push(vcpu);
    atMs = untilMs;
  }
  return { untilMs: Float64Array.from(untils), runnable: Float64Array.from(runnable) };
}

/** The least CU-time wanted in each part and all later ones, by the size up to which it is counted. */
function timesByGoal(
  { assumptions, horizonMs }: Simulation,
  stretches: Stretches,
  suspendAfterMs: number | null,
): Float64Array {
  const { life, autoscaler } = assumptions;
  const unitsPerLoad = unitsOfLoad(1, autoscaler) * WITHIN_ROUNDING;
  const startMs = quantileMs(life.startTime, LARGEST_DRAW);
  const times = new Float64Array((PARTS + 1) * GOALS);
  let place = 0;
  for (const { fromMs, untilMs } of awakeParts(stretches, suspendAfterMs, horizonMs)) {
    // The load average of a new machine begins at zero. There is one tick in each five seconds after those of
    // its start.
    const firstMs = (Math.floor((fromMs + startMs) / LOAD_TICK_MS) + 1) * LOAD_TICK_MS;
    place = countGoals(times, stretches, place, firstMs, untilMs - LOAD_TICK_MS, unitsPerLoad, horizonMs);
  }
  for (let at = PARTS * GOALS - 1; at >= 0; at--)
    times[at] = (times[at] as number) + (times[at + GOALS] as number);
  for (let part = 0; part < times.length; part += GOALS) {
    // First the time at or above each goal, then the sum of these times up to each size.
    for (let goal = GOALS - 2; goal > 0; goal--)
      times[part + goal] = (times[part + goal] as number) + (times[part + goal + 1] as number);
    times[part] = 0;
    for (let goal = 1; goal < GOALS; goal++)
      times[part + goal] = (times[part + goal] as number) + (times[part + goal - 1] as number);
  }
  return times;
}

/**
 * Adds up how long each goal is the least one, from one tick to another. Returns the place that it reached in
 * the stretches.
 */
function countGoals(
  times: Float64Array,
  { untilMs: untils, runnable }: Stretches,
  from: number,
  firstMs: number,
  lastMs: number,
  unitsPerLoad: number,
  horizonMs: number,
): number {
  const last = untils.length - 1;
  let place = from;
  let load1 = 0;
  let before = 0;
  for (let atMs = firstMs; atMs <= lastMs; atMs += LOAD_TICK_MS) {
    while ((untils[place] as number) < atMs) place++;
    let least = runnable[place] as number;
    for (let next = place; next < last && (untils[next] as number) <= atMs + LOAD_TICK_MS; next++)
      least = Math.min(least, runnable[next + 1] as number);
    load1 = least + (load1 - least) * DECAY;
    const goal = Math.min(HIGHEST_GOAL, Math.round(load1 * unitsPerLoad));
    const lower = Math.min(before, goal);
    before = goal;
    if (lower > 1) {
      const at = Math.floor((atMs * PARTS) / horizonMs) * GOALS + lower;
      times[at] = (times[at] as number) + LOAD_TICK_MS;
    } else if (goal === 0 && runnable[place] === 0) {
      // Nothing is wanted until the next stretch.
      load1 = 0;
      atMs = Math.max(atMs, (Math.floor((untils[place] as number) / LOAD_TICK_MS) - 1) * LOAD_TICK_MS);
    }
  }
  return place;
}

const DECAY = Math.exp(-LOAD_TICK_MS / MINUTE_MS);
const HIGHEST_GOAL = 255;
const GOALS = HIGHEST_GOAL + 1;
/** The engine computes the same average by a closed formula, with other rounding. */
const WITHIN_ROUNDING = 1 - 1e-9;

/**
 * The spans in which the compute may be awake: from the earliest request for a start to the earliest suspend.
 */
function awakeParts(
  { untilMs: untils, runnable }: Stretches,
  suspendAfterMs: number | null,
  horizonMs: number,
): { readonly fromMs: number; readonly untilMs: number }[] {
  if (suspendAfterMs === null) return [{ fromMs: 0, untilMs: horizonMs }];
  const parts: { readonly fromMs: number; readonly untilMs: number }[] = [];
  let fromMs = 0;
  let pauseMs: number | null = null;
  let atMs = 0;
  for (let i = 0; i < untils.length; i++) {
    if (runnable[i] === 0) pauseMs ??= atMs;
    else {
      if (pauseMs !== null && atMs - pauseMs > suspendAfterMs) {
        parts.push({ fromMs, untilMs: pauseMs + suspendAfterMs });
        fromMs = atMs;
      }
      pauseMs = null;
    }
    atMs = untils[i] as number;
  }
  parts.push({ fromMs, untilMs: Math.min(horizonMs, (pauseMs ?? horizonMs) + suspendAfterMs) });
  return parts;
}
