import { DAY_MS, HOUR_MS, MINUTE_MS } from '../facts/index.ts';
import { createZone } from '../workload/index.ts';
import { censored } from './censored.ts';
import { type ColumnFigures, columnFigures, quantile } from './figures.ts';
import { fillGaps } from './fill-gaps.ts';
import { endMs, holdsUntilMs, usualStepMs } from './holds.ts';
import { idleTimesMs } from './idle.ts';
import type { Quantity } from './quantity.ts';
import { furtherColumn, type Question, questions } from './questions.ts';
import type { Trace } from './trace.ts';

/** What can be said of a trace before anything is simulated with it. */
export interface TraceSummary {
  readonly name: string;
  readonly timezone: string;
  readonly fromMs: number;
  readonly untilMs: number;
  /** The usual step; of an irregular trace the median. */
  readonly stepMs: number;
  readonly isRegular: boolean;
  readonly samples: number;
  readonly gaps: { readonly count: number; readonly longestMs: number; readonly totalMs: number };
  readonly columns: readonly ColumnFigures[];
  readonly daily: DailyProfile | null;
  readonly idle: IdleFigures | null;
  readonly censored: { readonly samples: number; readonly of: number } | null;
  readonly questions: readonly Question[];
  /** The one column more that would answer most. */
  readonly further: Quantity | null;
}

/** Means of each local hour of the day, of CPU or else of the first column; null where no sample is known. */
export interface DailyProfile {
  readonly quantity: Quantity;
  readonly hours: readonly (number | null)[];
}

export interface IdleFigures {
  readonly by: Quantity;
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly longestMs: number;
  /** Share of the pauses that last longer than five minutes, and share of all time that is idle. */
  readonly longShare: number;
  readonly timeShare: number;
}

export function summaryOf(trace: Trace, vcpus: number | null): TraceSummary {
  const { head, times } = trace;
  const stepMs = usualStepMs(trace);
  const full = censored(trace, vcpus);
  // A column of which no value is known answers nothing.
  const columns = head.columns.filter((_, c) => trace.values[c]?.some((value) => !Number.isNaN(value)));
  const known = { columns, stepMs, censored: full?.samples ?? 0 };
  return {
    name: head.name,
    timezone: head.timezone,
    fromMs: times[0] ?? 0,
    untilMs: endMs(trace),
    stepMs,
    isRegular: head.stepMs !== null,
    samples: times.length,
    gaps: gapsOf(trace, stepMs),
    columns: head.columns.map((column, c) => columnFigures(column, trace.values[c] as Float64Array)),
    daily: stepMs > HOUR_MS ? null : dailyOf(fillGaps(trace)),
    idle: idleOf(trace),
    censored: full,
    questions: questions(known),
    further: furtherColumn(known),
  };
}

function gapsOf(trace: Trace, stepMs: number): TraceSummary['gaps'] {
  const untilMs = holdsUntilMs(trace, stepMs);
  let [count, longestMs, totalMs] = [0, 0, 0];
  for (let i = 0; i + 1 < trace.times.length; i++) {
    const ms = (trace.times[i + 1] as number) - untilMs(i);
    // Samples that come a little late are no gap.
    if (ms < stepMs / 2) continue;
    count++;
    totalMs += ms;
    longestMs = Math.max(longestMs, ms);
  }
  return { count, longestMs, totalMs };
}

/** Of a trace without gaps: hours that mean no demand count as that. */
function dailyOf({ head, times, values }: Trace): DailyProfile | null {
  const c = Math.max(
    0,
    head.columns.findIndex(({ quantity }) => quantity === 'cpu'),
  );
  const [column, of] = [head.columns[c], values[c]];
  if (column === undefined || of === undefined) return null;
  const zone = createZone(head.timezone);
  const sums = new Float64Array(24);
  const counts = new Float64Array(24);
  times.forEach((time, i) => {
    const value = of[i] as number;
    if (Number.isNaN(value)) return;
    const localMs = zone.localMs(time);
    const hour = Math.floor((localMs - Math.floor(localMs / DAY_MS) * DAY_MS) / HOUR_MS);
    sums[hour] = (sums[hour] as number) + value;
    counts[hour] = (counts[hour] as number) + 1;
  });
  const hours = Array.from(sums, (sum, hour) => (counts[hour] === 0 ? null : sum / (counts[hour] as number)));
  return { quantity: column.quantity, hours };
}

function idleOf(trace: Trace): IdleFigures | null {
  const idle = idleTimesMs(trace);
  if (idle === null) return null;
  const { eachMs, by } = idle;
  const sorted = eachMs.slice().sort();
  const spanMs = endMs(trace) - (trace.times[0] ?? 0);
  return {
    by: by.quantity,
    count: sorted.length,
    p50Ms: quantile(sorted, 0.5) ?? 0,
    p95Ms: quantile(sorted, 0.95) ?? 0,
    longestMs: sorted.at(-1) ?? 0,
    longShare: sorted.length === 0 ? 0 : sorted.filter((ms) => ms > 5 * MINUTE_MS).length / sorted.length,
    timeShare: spanMs === 0 ? 0 : sorted.reduce((sum, ms) => sum + ms, 0) / spanMs,
  };
}
