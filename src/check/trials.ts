import { HOUR_MS, isFixed, MINUTE_MS, type SizeSetting, sizeProblems } from '../facts/index.ts';
import type { Simulation } from '../simulator/index.ts';
import type { Actual } from './actual.ts';
import { type Curve, curveOf } from './curve.ts';
import { type Fit, fitOf, predictedIn } from './fit.ts';
import { unknownDemand } from './gaps.ts';
import {
  longestTimeoutMs,
  PERIODS_MS,
  SHIFTS_MS,
  type Supposition,
  TIMEOUTS_MS,
  withPoller,
  withSize,
  withTimeout,
} from './suppositions.ts';

/** A replay with something otherwise, and how near it comes. */
export interface Trial {
  readonly supposition: Supposition;
  readonly fit: Fit;
}

interface TrialQuestion {
  readonly simulation: Simulation;
  readonly actual: Actual;
  /** The replay as it was told. */
  readonly curve: Curve;
  readonly otherDemands: readonly OtherDemand[];
}

/**
 * A demand that a supposition leads to and that somebody has to read from the trace, such as one without background.
 */
export interface OtherDemand {
  readonly supposition: Supposition;
  readonly simulation: Simulation;
}

/** All suppositions that are tried, each run when it is taken: whoever goes through them may stop in between. */
export function* trials(question: TrialQuestion): Generator<Trial> {
  yield* gapTrials(question);
  yield* shiftTrials(question);
  yield* demandTrials(question);
  yield* pollerTrials(question);
  yield* timeoutTrials(question);
  yield* sizeTrials(question);
}

function* gapTrials({ simulation, actual, curve }: TrialQuestion): Generator<Trial> {
  const isUnknown = unknownDemand(simulation);
  if (isUnknown !== null) yield { supposition: { kind: 'gap' }, fit: fitOf(curve, actual, { isUnknown }) };
}

/** A shift is read off the same run. */
function* shiftTrials({ actual, curve }: TrialQuestion): Generator<Trial> {
  const [longest] = actual.spans.map(({ fromMs, untilMs }) => untilMs - fromMs).sort((a, b) => b - a);
  for (const aheadMs of SHIFTS_MS) {
    // Whole days have no hours that could be told apart.
    if (longest === undefined || longest > LONGEST_SHIFTED_MS) return;
    yield { supposition: { kind: 'shift', aheadMs }, fit: fitOf(curve, actual, { aheadMs }) };
  }
}

const LONGEST_SHIFTED_MS = 6 * HOUR_MS;

function* demandTrials({ otherDemands, actual }: TrialQuestion): Generator<Trial> {
  for (const { supposition, simulation } of otherDemands)
    yield { supposition, fit: fitOf(curveOf(simulation), actual) };
}

function* timeoutTrials({ simulation, actual }: TrialQuestion): Generator<Trial> {
  const present = simulation.computes.flatMap(({ suspendAfterMs, changes }) =>
    // One that was in force for a time only may have been so all the time.
    changes.some(({ change }) => change.kind === 'suspendAfter') ? [] : [suspendAfterMs],
  );
  yield* towardsTotal(
    TIMEOUTS_MS.filter((ms) => !present.includes(ms)),
    (suspendAfterMs) => ({
      supposition: { kind: 'timeout', suspendAfterMs },
      fit: fitOf(curveOf(withTimeout(simulation, suspendAfterMs)), actual),
    }),
    minutesBetween,
  );
}

/** Somebody who asks more often than it goes to sleep, or who wakes it now and then. */
function* pollerTrials({ simulation, actual, curve }: TrialQuestion): Generator<Trial> {
  const longestMs = longestTimeoutMs(simulation);
  if (longestMs === null) return;
  // Of those that leave it no sleep one stands for all.
  const sleepless = PERIODS_MS.findLast((ms) => ms <= longestMs / 2) ?? longestMs / 2;
  yield* towardsTotal(
    [...PERIODS_MS.filter((ms) => ms > longestMs).reverse(), sleepless],
    (everyMs) => {
      const firstMs = firstOf(everyMs, actual, curve);
      return {
        supposition: { kind: 'poller', everyMs, firstMs, isSleepless: everyMs <= longestMs },
        fit: fitOf(curveOf(withPoller(simulation, everyMs, firstMs)), actual),
      };
    },
    (one, other) => (Math.min(one, other) === sleepless ? [] : minutesBetween(one, other)),
  );
}

/** When within its period it comes: where most is missing. */
function firstOf(everyMs: number, actual: Actual, curve: Curve): number {
  const [span] = actual.spans;
  if (span === undefined) return 0;
  const binMs = span.untilMs - span.fromMs;
  const bins = Math.floor(everyMs / binMs);
  if (bins < 2) return 0;
  const missing = new Float64Array(bins);
  for (const { fromMs, untilMs, value } of actual.spans) {
    const bin = Math.floor(((((fromMs - curve.startMs) % everyMs) + everyMs) % everyMs) / binMs) % bins;
    missing[bin] = (missing[bin] as number) + value - predictedIn(curve, actual, fromMs, untilMs);
  }
  const [offsetMs] = actual.spans.map(({ fromMs }) => (((fromMs - curve.startMs) % binMs) + binMs) % binMs);
  return missing.indexOf(Math.max(...missing)) * binMs + (offsetMs ?? 0);
}

/**
 * A cause that explains an error brings the total right, so that of values of which each costs more than the one before
 * only those around that point are tried.
 */
function* towardsTotal<Value>(
  values: readonly Value[],
  tried: (value: Value) => Trial,
  finer: (one: Value, other: Value) => readonly Value[],
): Generator<Trial> {
  let [low, high] = [-1, values.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const trial = tried(values[middle] as Value);
    yield trial;
    if (trial.fit.predicted < trial.fit.actual) low = middle;
    else high = middle;
  }
  const [below, above] = [values[low], values[high]];
  if (low < 0 || high === values.length) return;
  yield* towardsTotal(finer(below as Value, above as Value), tried, () => []);
}

/** Whole minutes between two times; hours are what people write, and nothing between them. */
function minutesBetween(one: number | null, other: number | null): number[] {
  if (one === null || other === null || Math.max(one, other) > HOUR_MS) return [];
  const [low, high] = [Math.min(one, other) / MINUTE_MS, Math.max(one, other) / MINUTE_MS];
  const minutes = Array.from({ length: Math.max(0, high - low - 1) }, (_, i) => (low + 1 + i) * MINUTE_MS);
  return one < other ? minutes : minutes.reverse();
}

/** Another end of the range, or another fixed size. */
function* sizeTrials({ simulation, actual }: TrialQuestion): Generator<Trial> {
  const [compute] = simulation.computes;
  if (compute === undefined || actual.of !== 'cu') return;
  const { facts, plan } = simulation;
  const { minCu, maxCu } = compute.size;
  const isSameAllTheTime = !compute.changes.some(({ change }) => change.kind === 'size');
  const listed = facts.listedSizesCu.value.filter((cu) => cu <= MOST_TRIED_CU);
  const ends: SizeSetting[][] = isFixed(compute.size)
    ? [listed.map((cu) => ({ minCu: cu, maxCu: cu }))]
    : [
        listed.filter((cu) => cu < maxCu).map((cu) => ({ minCu: cu, maxCu })),
        listed.filter((cu) => cu > minCu).map((cu) => ({ minCu, maxCu: cu })),
      ];
  for (const sizes of ends)
    yield* towardsTotal(
      sizes.filter(
        (size) =>
          !(isSameAllTheTime && size.minCu === minCu && size.maxCu === maxCu) &&
          sizeProblems(facts, plan, size, { min: '', max: '' }).length === 0,
      ),
      (size) => ({
        supposition: { kind: 'size', size },
        fit: fitOf(curveOf(withSize(simulation, size)), actual),
      }),
      () => [],
    );
}

const MOST_TRIED_CU = 8;

export function byMisfit(one: Trial, other: Trial): number {
  return one.fit.misfit - other.fit.misfit;
}
