import { DEFAULT_FACT_SET, type FactSet, factSet, HOUR_MS, SECOND_MS } from '../../facts/index.ts';
import { EVENT_COLUMNS } from '../activity/with-activity.ts';
import { type Bound, TraceBounds, withoutSpans } from '../bounds/bounds.ts';
import { Censored, type CensoredSamples } from '../bounds/censored.ts';
import { type IdleFigures, IdleMeter } from '../idle/idle-figures.ts';
import { regular } from '../operators/evenly.ts';
import { Quantiles, RELATIVE_ERROR } from '../quantiles.ts';
import type { Quantity } from '../quantity.ts';
import { meterOf } from '../span.ts';
import type { TraceStream } from '../trace.ts';
import { TRACE_EVENT_KINDS, type TraceEventKind } from '../trace-event.ts';
import { DailyMeter, type DailyProfile } from './daily.ts';
import { addKnown, type ColumnFigures, columnFigures } from './figures.ts';
import { GapFigures } from './gap-figures.ts';
import { furtherColumn, type Question, questions } from './questions.ts';

/** Facts about a trace that need no simulation. */
export interface TraceSummary {
  readonly name: string;
  readonly timezone: string;
  readonly fromMs: number;
  readonly untilMs: number;
  /** The usual step. For an irregular trace, the median. */
  readonly stepMs: number;
  readonly isRegular: boolean;
  readonly samples: number;
  /** How many single events of each kind there are. */
  readonly events: Readonly<Record<TraceEventKind, number>>;
  readonly gaps: { readonly count: number; readonly longestMs: number; readonly totalMs: number };
  readonly columns: readonly ColumnFigures[];
  /** The possible relative error of percentiles: 0 for up to a million samples. */
  readonly percentilesWithin: number;
  readonly daily: DailyProfile | null;
  readonly idle: IdleFigures | null;
  readonly hiddenDemand: CensoredSamples | null;
  /** Samples of other quantities that are at a known limit. */
  readonly bounds: readonly Bound[];
  readonly questions: readonly Question[];
  /** The one column that would improve most answers. */
  readonly further: Quantity | null;
}

/** Reads a stream with uneven times twice: the first pass finds the median step. */
export async function summaryOf(
  stream: TraceStream,
  vcpus: number | null,
  facts: FactSet = factSet(DEFAULT_FACT_SET),
): Promise<TraceSummary> {
  const { head } = stream;
  const meter = await meterOf(stream);
  const { usualMs } = meter.span;
  const gaps = new GapFigures(head, usualMs);
  const columns = head.columns.map(() => new Quantiles());
  const inSteps = regular(meter.span)(head);
  const byDay = inSteps.begin();
  const daily = usualMs > HOUR_MS ? null : new DailyMeter(inSteps.head);
  const idle = new IdleMeter(head, usualMs);
  const full = new Censored(head, vcpus);
  const limits = new TraceBounds(head, usualMs, facts);
  const events = Object.fromEntries(TRACE_EVENT_KINDS.map((kind) => [kind, 0])) as Record<
    TraceEventKind,
    number
  >;
  for await (const chunk of stream.chunks) {
    if (head.stepMs !== null) meter.take(chunk);
    for (const { kind } of chunk.events) events[kind]++;
    gaps.take(chunk);
    for (const [c, column] of columns.entries()) addKnown(column, chunk.values[c] as Float64Array);
    idle.take(chunk);
    full.take(chunk);
    limits.take(chunk, null);
    for (const even of byDay.take(chunk)) daily?.take(even);
  }
  for (const even of byDay.end()) daily?.take(even);
  const { span } = meter;
  // A column without known values answers nothing.
  const seen = head.columns.filter((_, c) => (columns[c] as Quantiles).count > 0);
  const bounds = limits.result.map(withoutSpans);
  const areEventsAlone = head.columns.length === 0 && events.query > 0;
  const answering = areEventsAlone
    ? { columns: EVENT_COLUMNS, stepMs: SECOND_MS }
    : { columns: seen, stepMs: usualMs };
  const known = { ...answering, hiddenDemand: full.result?.samples ?? 0, bounds };
  return {
    name: head.name,
    timezone: head.timezone,
    fromMs: span.firstMs,
    untilMs: span.endMs,
    stepMs: usualMs,
    isRegular: head.stepMs !== null,
    samples: span.samples,
    events,
    gaps: gaps.result,
    columns: head.columns.map((column, c) => columnFigures(column, columns[c] as Quantiles)),
    percentilesWithin: [...columns, idle.eachMs].every(({ isExact }) => isExact) ? 0 : RELATIVE_ERROR,
    daily: daily?.result ?? null,
    idle: idle.resultOver(span.endMs - span.firstMs),
    hiddenDemand: full.result,
    bounds,
    questions: questions(known),
    further: furtherColumn(known),
  };
}
