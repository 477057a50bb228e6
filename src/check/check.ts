import { DAY_MS, HOUR_MS } from '../facts/index.ts';
import type { Simulation } from '../simulator/index.ts';
import type { Actual, ActualSpan } from './actual.ts';
import { type RankedCause, rankedCauses } from './cause-ranking.ts';
import { type CurveFit, errorOf, fitOf, predictedIn } from './fit.ts';
import { type Billed, type Invoice, invoiceOf } from './invoice/invoice.ts';
import type { UseOfMonth } from './invoice/line-amount.ts';
import { type CauseTrial, type OtherDemand, trials } from './trials.ts';
import { type UsageCurve, usageCurveOf, usedBetween } from './usage-curve.ts';

/** The comparison of a replay of the configurations that were in force with what happened. */
export interface Check {
  readonly of: Actual['of'];
  /** The compared time: the start of the first span, the end of the last, and the length of all spans together. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly comparedMs: number;
  /** In CU-hours, or in hours awake. */
  readonly total: Compared;
  /** The absolute errors of all spans, added up, as a share of what was metered. */
  readonly misfit: number;
  readonly days: readonly ComparedDay[];
  /** One for each local hour of the day. Empty if spans are longer than an hour. */
  readonly hours: readonly Compared[];
  readonly wakes: CountComparison;
  readonly suspends: CountComparison;
  /** Quantiles of the size while awake. */
  readonly sizes: readonly ComparedSize[];
  /** Connections that the replay refused. No file has the actual number. */
  readonly refused: CountComparison;
  /** Whether there are enough spans to tell one cause from another. */
  readonly isConclusive: boolean;
  /** The likeliest first. Empty if there is no error to explain. */
  readonly causes: readonly RankedCause[];
  readonly verdict: CheckVerdict;
  readonly invoice: Invoice | null;
}

/** Near enough, explained by a cause, explained by none of the causes tried, or too few spans to tell causes apart. */
type CheckVerdict = 'near' | 'explained' | 'unexplained' | 'undecided';

interface Compared {
  readonly predicted: number;
  readonly actual: number;
  /** (predicted - actual) / actual. Null if the actual is 0 and the prediction is not. */
  readonly error: number | null;
}

/** A count of the replay. `actual` is null if the file does not have that count. */
export interface CountComparison {
  readonly predicted: number;
  readonly actual: number | null;
  readonly error: number | null;
}

interface ComparedDay extends Compared {
  /** Local midnight, written as if the zone were UTC. */
  readonly localMs: number;
}

interface ComparedSize extends Compared {
  readonly quantile: number;
}

export interface CheckQuestion {
  readonly simulation: Simulation;
  /** Covers only time of the simulation. */
  readonly actual: Actual;
  readonly otherDemands: readonly OtherDemand[];
  /** What is known of storage, transfer and the like, to explain a bill. */
  readonly use: Pick<UseOfMonth, 'stated' | 'metered'>;
  /** Null if no bill was given. */
  readonly billed: readonly Billed[] | null;
}

/** The largest error of the total that needs no explanation. */
export const NEAR_ERROR = 0.02;

/** A misfit up to this can come from random draws alone. */
const LARGEST_CHANCE_MISFIT = 0.002;

/** With fewer spans than this, different causes leave the same errors. */
const FEWEST_SPANS_FOR_CAUSES = 4;

/** @param isStopped called between two runs; returns true to stop */
export async function checkOf(
  question: CheckQuestion,
  isStopped: (done: number) => Promise<boolean>,
): Promise<Check | null> {
  const { simulation, actual } = question;
  const curve = usageCurveOf(simulation);
  const fit = fitOf(curve, actual);
  const isNear = fit.misfit <= 2 * NEAR_ERROR && Math.abs(errorOf(fit) ?? 1) <= NEAR_ERROR;
  const done: CauseTrial[] = [];
  if (fit.misfit > LARGEST_CHANCE_MISFIT)
    for (const trial of trials({ ...question, curve })) {
      done.push(trial);
      if (await isStopped(done.length)) return null;
    }
  const isConclusive = actual.spans.length >= FEWEST_SPANS_FOR_CAUSES;
  const causes = rankedCauses(fit, done, isConclusive);
  return {
    ...figuresOf(simulation, actual, curve, fit),
    isConclusive,
    // A single total that is near says nothing about causes.
    causes: isNear && !isConclusive ? [] : causes,
    invoice:
      question.billed === null ? null : invoiceOf(simulation, curve, actual, question.billed, question.use),
    verdict: isNear
      ? 'near'
      : !isConclusive
        ? 'undecided'
        : (causes[0]?.explains ?? 0) >= 0.5
          ? 'explained'
          : 'unexplained',
  };
}

function figuresOf({ zone }: Simulation, actual: Actual, curve: UsageCurve, fit: CurveFit) {
  const { spans } = actual;
  const local = (utcMs: number) => zone.localMs(utcMs);
  const dayOf = ({ fromMs }: ActualSpan) => Math.floor(local(fromMs) / DAY_MS);
  const lengths = spans.map(({ fromMs, untilMs }) => untilMs - fromMs);
  const longestMs = lengths.reduce((most, ms) => Math.max(most, ms), 0);
  const of = (chosen: Actual['spans']) => {
    const sum = (value: (span: (typeof spans)[number]) => number) =>
      chosen.reduce((total, span) => total + value(span), 0) / HOUR_MS;
    return compared(
      sum(({ fromMs, untilMs }) => predictedIn(curve, actual, fromMs, untilMs)),
      sum(({ value }) => value),
    );
  };
  const [first, last] = [spans[0], spans.at(-1)];
  const [fromMs, untilMs] = [first?.fromMs ?? curve.startMs, last?.untilMs ?? curve.startMs];
  const counted = (what: 'wakes' | 'suspends'): CountComparison => {
    const predicted = Math.round(usedBetween(curve, what, fromMs, untilMs));
    const known = actual[what];
    return known === null ? { predicted, actual: null, error: null } : compared(predicted, known.length);
  };
  return {
    of: actual.of,
    fromMs,
    untilMs,
    comparedMs: lengths.reduce((sum, ms) => sum + ms, 0),
    total: compared(fit.predicted / HOUR_MS, fit.actual / HOUR_MS),
    misfit: fit.misfit,
    days: [...new Set(spans.map(dayOf))].map((day) => ({
      localMs: day * DAY_MS,
      ...of(spans.filter((span) => dayOf(span) === day)),
    })),
    hours:
      longestMs > HOUR_MS
        ? []
        : Array.from({ length: 24 }, (_, hour) =>
            of(spans.filter((span) => Math.floor((local(span.fromMs) % DAY_MS) / HOUR_MS) === hour)),
          ),
    wakes: counted('wakes'),
    suspends: counted('suspends'),
    sizes: actual.hasSizes ? sizesOf(actual, curve) : [],
    refused: { predicted: curve.refused, actual: null, error: null },
  };
}

const QUANTILES = [0.5, 0.9, 0.99, 1];

function sizesOf(actual: Actual, curve: UsageCurve): ComparedSize[] {
  const known = actual.spans.map(({ fromMs, untilMs, value }) => ({
    actual: value / (untilMs - fromMs),
    predicted: predictedIn(curve, actual, fromMs, untilMs) / (untilMs - fromMs),
  }));
  const sorted = (which: 'actual' | 'predicted') =>
    Float64Array.from(known.map((one) => one[which]).filter((cu) => cu > 0)).sort();
  const [actualSizes, predictedSizes] = [sorted('actual'), sorted('predicted')];
  const at = (values: Float64Array, quantile: number) =>
    values[Math.max(0, Math.ceil(quantile * values.length) - 1)] ?? 0;
  return QUANTILES.map((quantile) => ({
    quantile,
    ...compared(at(predictedSizes, quantile), at(actualSizes, quantile)),
  }));
}

function compared(predicted: number, actual: number): Compared {
  return { predicted, actual, error: errorOf({ predicted, actual }) };
}
