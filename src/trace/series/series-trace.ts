import { noData, problem } from '../../problem/index.ts';
import { LOOKED_UP } from '../quantity.ts';
import {
  INSTANCE_REMEDY,
  INSTANCE_SUGGESTIONS,
  VCPUS_REMEDY,
  VCPUS_SUGGESTIONS,
} from '../reading/machine-unknown.ts';
import { type InferredGap, MissingSamples } from '../reading/missing-samples.ts';
import type { Reading, ReadSettings } from '../reading/reading.ts';
import { SpanBound } from '../reading/span-bound.ts';
import { stepOf } from '../reading/step.ts';
import type { Column, Statistic, TraceChunk } from '../trace.ts';
import type { ChosenColumn } from './chosen-column.ts';
import { type ColumnValues, columnValues } from './column-values.ts';
import { seriesWords } from './series.ts';

/** The rest of the input from which series become a trace. */
interface SeriesContext {
  readonly notes: readonly string[];
  readonly skipped: ReadonlyMap<string, number>;
  /** The meaning of a missing sample if no option states it, and the reason. */
  readonly gap: InferredGap | null;
  /** Later samples only end the steps before them. */
  readonly untilMs: number;
}

/** Joins series of different measurements into one trace: values with the same time become one sample. */
export function seriesTrace(
  choices: readonly ChosenColumn[],
  settings: ReadSettings,
  context: SeriesContext,
): Reading {
  const { name, timezone, vcpus } = settings;
  checkShares(choices, settings);
  const allTimes = unionOf(choices.flatMap(({ series }) => series.map(({ times }) => times)));
  const warnings = checkSpan(choices, allTimes, name);
  const stepMs = stepOf(allTimes);
  refuseRates(choices, stepMs, name);
  const whole = { vcpus: vcpus ?? 1, memoryBytes: settings.memoryBytes ?? 0 };
  const findings = { resets: 0, pauses: 0 };
  const columns = choices.map((choice) => columnValues(choice, stepMs, whole, findings));
  const times = knownTimes(columns, context.untilMs);
  const values = columns.map((column) => atTimes(times, column));
  convertShares(choices, values);
  if (times.length === 0)
    throw noData({ file: name }, 'no series has a known sample', 'export a time with samples');
  const gap = settings.gap ?? context.gap?.means ?? 'unknown';
  const missing = new MissingSamples(stepMs);
  missing.see(times);
  const head = {
    name,
    timezone,
    stepMs,
    columns: choices.map(
      ({ quantity, source, ...choice }): Column => ({
        quantity,
        statistic: statisticOf({ quantity, ...choice }),
        gap,
        source,
      }),
    ),
  };
  const notes = [
    ...warnings,
    ...choices.map(wordsOf),
    ...context.notes,
    ...(findings.resets > 0 ? [`counter resets: ${findings.resets}`] : []),
    ...(findings.pauses > 0
      ? [`gaps in counters: ${findings.pauses}; the increases over them are unknown`]
      : []),
    ...missing.notes(settings.gap, context.gap),
  ];
  const chunk: TraceChunk = { times, values, events: [] };
  return { stream: { head, chunks: one(chunk) }, notes, skipped: context.skipped };
}

async function* one(chunk: TraceChunk): AsyncGenerator<TraceChunk> {
  yield chunk;
}

function wordsOf({ quantity, source, unitName, note }: ChosenColumn): string {
  return `${quantity} from ${source} as ${unitName}${note === null ? '' : `: ${note}`}`;
}

function checkShares(
  choices: readonly ChosenColumn[],
  { vcpus, memoryBytes, name: file }: ReadSettings,
): void {
  const hasSize = choices.some(({ quantity }) => quantity === 'capacityCu');
  for (const { quantity, unit, unitName, source } of choices) {
    const place = { file, field: source };
    if (unit.ofVcpus && vcpus === null)
      throw problem(
        place,
        `${quantity} is a ${unitName} of an unknown number of processors`,
        VCPUS_REMEDY,
        VCPUS_SUGGESTIONS,
      );
    if (unit.ofMemory && (memoryBytes ?? null) === null)
      throw problem(
        place,
        `${quantity} is free memory, and the total is unknown`,
        INSTANCE_REMEDY,
        INSTANCE_SUGGESTIONS,
      );
    if (unit.ofSize && !hasSize)
      throw problem(
        place,
        `${quantity} is a percentage of a size that no series has`,
        'map one too, as in ‹map› capacityCu=SERIES, or say ‹vcpus› N and :percent',
      );
  }
}

function convertShares(choices: readonly ChosenColumn[], values: readonly Float64Array[]): void {
  const size = values[choices.findIndex(({ quantity }) => quantity === 'capacityCu')];
  choices.forEach(({ unit }, c) => {
    if (!unit.ofSize || size === undefined) return;
    const column = values[c] as Float64Array;
    for (let at = 0; at < column.length; at++) column[at] = (column[at] as number) * (size[at] as number);
  });
}

/**
 * Throws a problem if times are too far apart, and returns warnings otherwise. @param times of all series, in order
 */
function checkSpan(choices: readonly ChosenColumn[], times: Float64Array, file: string): string[] {
  const span = new SpanBound((at) => {
    const found = choices
      .flatMap(({ series }) => series)
      .find((one) => one.times.includes(times[at] as number));
    return { file, ...(found === undefined ? {} : { field: seriesWords(found) }) };
  });
  for (let at = 0; at < times.length; at++) span.see(times[at] as number, () => at);
  return span.warnings();
}

function refuseRates(choices: readonly ChosenColumn[], stepMs: number | null, file: string): void {
  const rate = choices.find(({ unit }) => unit.kind === 'per-second');
  if (stepMs !== null || rate === undefined) return;
  throw problem(
    { file, field: rate.source },
    'a rate per second needs equal steps, and the samples are irregular',
    'export the counter itself, and map it with the unit counter',
  );
}

function statisticOf({ quantity, unit, statistic, series }: Omit<ChosenColumn, 'source'>): Statistic {
  const own = statistic ?? series[0]?.statistic ?? null;
  if (own !== null) return own;
  return unit.kind === 'plain' && LOOKED_UP.has(quantity) ? 'point' : 'average';
}

/** A time without any known value counts as missing. */
function knownTimes(columns: readonly ColumnValues[], untilMs: number): Float64Array {
  return unionOf(
    columns.map(({ times, values }) =>
      times.filter((time, at) => time < untilMs && !Number.isNaN(values[at] as number)),
    ),
  );
}

function unionOf(all: readonly Float64Array[]): Float64Array {
  return all.reduce(unionOfTwo, new Float64Array());
}

/** Merges two sorted arrays. A set of all times would take several times their memory. */
function unionOfTwo(one: Float64Array, other: Float64Array): Float64Array {
  if (one.length === 0) return other;
  const union = new Float64Array(one.length + other.length);
  let [at, otherAt, count] = [0, 0, 0];
  while (at < one.length || otherAt < other.length) {
    const ms = Math.min(one[at] ?? Number.POSITIVE_INFINITY, other[otherAt] ?? Number.POSITIVE_INFINITY);
    if (one[at] === ms) at++;
    if (other[otherAt] === ms) otherAt++;
    union[count++] = ms;
  }
  return union.slice(0, count);
}

/** The value at each wanted time. Both arrays are sorted, so one pass is enough. */
function atTimes(wanted: Float64Array, { times, values }: ColumnValues): Float64Array {
  let at = 0;
  return wanted.map((time) => {
    while (at < times.length && (times[at] as number) < time) at++;
    return times[at] === time ? (values[at] as number) : Number.NaN;
  });
}
