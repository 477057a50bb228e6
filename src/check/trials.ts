import { HOUR_MS, isFixed, MINUTE_MS, type SizeSetting, sizeProblems } from '../facts/index.ts';
import type { Simulation } from '../simulator/index.ts';
import type { Actual } from './actual.ts';
import { type CurveFit, fitOf, predictedIn } from './fit.ts';
import { unknownDemand } from './gaps.ts';
import {
  type Hypothesis,
  longestTimeoutMs,
  PERIODS_MS,
  SHIFTS_MS,
  TIMEOUTS_MS,
  withPoller,
  withSize,
  withTimeout,
} from './hypotheses.ts';
import { type UsageCurve, usageCurveOf } from './usage-curve.ts';

/** A replay under one hypothesis, and how near it comes. */
export interface CauseTrial {
  readonly hypothesis: Hypothesis;
  readonly fit: CurveFit;
}

interface TrialQuestion {
  readonly simulation: Simulation;
  readonly actual: Actual;
  /** The replay as the user stated it. */
  readonly curve: UsageCurve;
  readonly otherDemands: readonly OtherDemand[];
}

/**
 * A simulation with another demand for a hypothesis. The caller has to read that demand from the trace, such as one
 * without background.
 */
export interface OtherDemand {
  readonly hypothesis: Hypothesis;
  readonly simulation: Simulation;
}

/** Yields a trial for each hypothesis. Each runs only when it is requested, so that the caller can stop in between. */
export function* trials(question: TrialQuestion): Generator<CauseTrial> {
  yield* gapTrials(question);
  yield* shiftTrials(question);
  yield* demandTrials(question);
  yield* pollerTrials(question);
  yield* timeoutTrials(question);
  yield* sizeTrials(question);
}

function* gapTrials({ simulation, actual, curve }: TrialQuestion): Generator<CauseTrial> {
  const isUnknown = unknownDemand(simulation);
  if (isUnknown !== null) yield { hypothesis: { kind: 'gap' }, fit: fitOf(curve, actual, { isUnknown }) };
}

/** Needs no runs: a shift reads the same curve at other times. */
function* shiftTrials({ actual, curve }: TrialQuestion): Generator<CauseTrial> {
  const [longest] = actual.spans.map(({ fromMs, untilMs }) => untilMs - fromMs).sort((a, b) => b - a);
  for (const aheadMs of SHIFTS_MS) {
    // Spans that are too long cannot show the hour of the day.
    if (longest === undefined || longest > LONGEST_SHIFTED_MS) return;
    yield { hypothesis: { kind: 'shift', aheadMs }, fit: fitOf(curve, actual, { aheadMs }) };
  }
}

const LONGEST_SHIFTED_MS = 6 * HOUR_MS;

function* demandTrials({ otherDemands, actual }: TrialQuestion): Generator<CauseTrial> {
  for (const { hypothesis, simulation } of otherDemands)
    yield { hypothesis, fit: fitOf(usageCurveOf(simulation), actual) };
}

function* timeoutTrials({ simulation, actual }: TrialQuestion): Generator<CauseTrial> {
  const present = simulation.computes.flatMap(({ suspendAfterMs, changes }) =>
    // A timeout that was in force for only a part of the time is tried for the whole time.
    changes.some(({ change }) => change.kind === 'suspendAfter') ? [] : [suspendAfterMs],
  );
  yield* bisectTotal(
    TIMEOUTS_MS.filter((ms) => !present.includes(ms)),
    (suspendAfterMs) => ({
      hypothesis: { kind: 'timeout', suspendAfterMs },
      fit: fitOf(usageCurveOf(withTimeout(simulation, suspendAfterMs)), actual),
    }),
    minutesBetween,
  );
}

/** A poller that keeps the compute awake, or that wakes it now and then. */
function* pollerTrials({ simulation, actual, curve }: TrialQuestion): Generator<CauseTrial> {
  const longestMs = longestTimeoutMs(simulation);
  if (longestMs === null) return;
  // All pollers that prevent sleep cost the same, so one is enough.
  const sleepless = PERIODS_MS.findLast((ms) => ms <= longestMs / 2) ?? longestMs / 2;
  yield* bisectTotal(
    [...PERIODS_MS.filter((ms) => ms > longestMs).reverse(), sleepless],
    (everyMs) => {
      const firstMs = pollerOffsetMs(everyMs, actual, curve);
      return {
        hypothesis: { kind: 'poller', everyMs, firstMs, isSleepless: everyMs <= longestMs },
        fit: fitOf(usageCurveOf(withPoller(simulation, everyMs, firstMs)), actual),
      };
    },
    (one, other) => (Math.min(one, other) === sleepless ? [] : minutesBetween(one, other)),
  );
}

/** The offset of the poller within its period: where the replay misses most. */
function pollerOffsetMs(everyMs: number, actual: Actual, curve: UsageCurve): number {
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
 * Tries values by bisection. Each value costs more than the one before it, and a cause that explains the error brings
 * the total right, so only values around that point matter.
 */
function* bisectTotal<Value>(
  values: readonly Value[],
  runTrial: (value: Value) => CauseTrial,
  finer: (one: Value, other: Value) => readonly Value[],
): Generator<CauseTrial> {
  let [low, high] = [-1, values.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const trial = runTrial(values[middle] as Value);
    yield trial;
    if (trial.fit.predicted < trial.fit.actual) low = middle;
    else high = middle;
  }
  const [below, above] = [values[low], values[high]];
  if (low < 0 || high === values.length) return;
  yield* bisectTotal(finer(below as Value, above as Value), runTrial, () => []);
}

/** The whole minutes between two timeouts. Above an hour, people choose only whole hours. */
function minutesBetween(one: number | null, other: number | null): number[] {
  if (one === null || other === null || Math.max(one, other) > HOUR_MS) return [];
  const [low, high] = [Math.min(one, other) / MINUTE_MS, Math.max(one, other) / MINUTE_MS];
  const minutes = Array.from({ length: Math.max(0, high - low - 1) }, (_, i) => (low + 1 + i) * MINUTE_MS);
  return one < other ? minutes : minutes.reverse();
}

/** Other minimums and maximums of a range, or other fixed sizes. */
function* sizeTrials({ simulation, actual }: TrialQuestion): Generator<CauseTrial> {
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
    yield* bisectTotal(
      sizes.filter(
        (size) =>
          !(isSameAllTheTime && size.minCu === minCu && size.maxCu === maxCu) &&
          sizeProblems(facts, plan, size, { min: '', max: '' }).length === 0,
      ),
      (size) => ({
        hypothesis: { kind: 'size', size },
        fit: fitOf(usageCurveOf(withSize(simulation, size)), actual),
      }),
      () => [],
    );
}

const MOST_TRIED_CU = 8;

export function byMisfit(one: CauseTrial, other: CauseTrial): number {
  return one.fit.misfit - other.fit.misfit;
}
