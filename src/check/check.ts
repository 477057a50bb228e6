import { DAY_MS, HOUR_MS } from '../facts/index.ts';
import type { Simulation } from '../simulator/index.ts';
import type { Actual, ActualSpan } from './actual.ts';
import { between, type Curve, curveOf } from './curve.ts';
import { errorOf, type Fit, fitOf, predictedIn } from './fit.ts';
import { type Billed, type Invoice, invoiceOf } from './invoice.ts';
import { type Cause, causesOf } from './likeliest.ts';
import { type OtherDemand, type Trial, trials } from './trials.ts';

/** A replay of what was in force, held against what happened. */
export interface Check {
  readonly of: Actual['of'];
  /** The spans that both know: the first instant, the end of the last, and how long they are together. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly comparedMs: number;
  /** CU-hours, or hours awake. */
  readonly total: Compared;
  /** What is too much and too little in each span, added up, as a share of what was metered. */
  readonly misfit: number;
  readonly days: readonly ComparedDay[];
  /** For each local hour of the day; empty where spans are longer than an hour. */
  readonly hours: readonly Compared[];
  readonly wakes: Counted;
  readonly suspends: Counted;
  /** Sizes while awake, as both were looked at. */
  readonly sizes: readonly ComparedSize[];
  /** Connections that are refused; no file says how many were. */
  readonly refused: Counted;
  /** So many spans that causes leave different marks on them. */
  readonly isTelling: boolean;
  /** The likeliest first; empty where there is nothing to explain. */
  readonly causes: readonly Cause[];
  readonly verdict: CheckVerdict;
  readonly invoice: Invoice | null;
}

/** Near enough; or a cause that explains it; or none of those that were tried; or too little to tell causes apart. */
type CheckVerdict = 'near' | 'explained' | 'unexplained' | 'untold';

interface Compared {
  readonly predicted: number;
  readonly actual: number;
  /** (predicted - actual) / actual; null: nothing came. */
  readonly error: number | null;
}

/** What the replay counts; null where the file does not say how many there were. */
export interface Counted {
  readonly predicted: number;
  readonly actual: number | null;
  readonly error: number | null;
}

interface ComparedDay extends Compared {
  /** Its local midnight, as if the zone were UTC. */
  readonly localMs: number;
}

interface ComparedSize extends Compared {
  readonly quantile: number;
}

export interface CheckQuestion {
  readonly simulation: Simulation;
  /** Within the time of the simulation. */
  readonly actual: Actual;
  readonly otherDemands: readonly OtherDemand[];
  /** null: nobody has said what was billed. */
  readonly billed: readonly Billed[] | null;
}

/** An error of the total that is no reason to doubt. */
export const NEAR = 0.02;

/** Two replays that differ by their draws alone differ by less. */
const CHANCE = 0.002;

/** So many spans at least, so that causes leave different marks on them. */
const TELLING_SPANS = 4;

/** @param look between two runs; true: no more of them */
export async function checkOf(
  question: CheckQuestion,
  look: (done: number) => Promise<boolean>,
): Promise<Check | null> {
  const { simulation, actual } = question;
  const curve = curveOf(simulation);
  const fit = fitOf(curve, actual);
  const isNear = fit.misfit <= 2 * NEAR && Math.abs(errorOf(fit) ?? 1) <= NEAR;
  const done: Trial[] = [];
  if (fit.misfit > CHANCE)
    for (const trial of trials({ ...question, curve })) {
      done.push(trial);
      if (await look(done.length)) return null;
    }
  const isTelling = actual.spans.length >= TELLING_SPANS;
  const causes = causesOf(fit, done, isTelling);
  return {
    ...figuresOf(simulation, actual, curve, fit),
    isTelling,
    // A number that is near already says nothing of causes.
    causes: isNear && !isTelling ? [] : causes,
    invoice: question.billed === null ? null : invoiceOf(simulation, curve, actual, question.billed),
    verdict: isNear
      ? 'near'
      : !isTelling
        ? 'untold'
        : (causes[0]?.explains ?? 0) >= 0.5
          ? 'explained'
          : 'unexplained',
  };
}

function figuresOf({ zone }: Simulation, actual: Actual, curve: Curve, fit: Fit) {
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
  const counted = (what: 'wakes' | 'suspends'): Counted => {
    const predicted = Math.round(between(curve, what, fromMs, untilMs));
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

function sizesOf(actual: Actual, curve: Curve): ComparedSize[] {
  const known = actual.spans.map(({ fromMs, untilMs, value }) => ({
    actual: value / (untilMs - fromMs),
    predicted: predictedIn(curve, actual, fromMs, untilMs) / (untilMs - fromMs),
  }));
  const sorted = (which: 'actual' | 'predicted') =>
    Float64Array.from(known.map((one) => one[which]).filter((cu) => cu > 0)).sort();
  const [were, are] = [sorted('actual'), sorted('predicted')];
  const at = (values: Float64Array, quantile: number) =>
    values[Math.max(0, Math.ceil(quantile * values.length) - 1)] ?? 0;
  return QUANTILES.map((quantile) => ({ quantile, ...compared(at(are, quantile), at(were, quantile)) }));
}

function compared(predicted: number, actual: number): Compared {
  return { predicted, actual, error: errorOf({ predicted, actual }) };
}
