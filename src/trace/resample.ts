import { problem } from '../problem/index.ts';
import { holdsUntilMs, usualStepMs } from './holds.ts';
import { COUNTED } from './quantity.ts';
import type { Column, Trace } from './trace.ts';

/**
 * The same trace in other steps, which begin at whole multiples of the step in UTC. What is counted keeps its total, a
 * maximum stays the largest, everything else is averaged by time: by what is known of it, or by all of it where what is
 * missing means none. A step that no sample reaches into is not there, and
 * one of which no value is known stays unknown.
 */
export function resample(trace: Trace, stepMs: number): Trace {
  const { head, times, values, events } = trace;
  if (isInSteps(trace, stepMs)) return trace;
  const steps = stepsOf(trace, stepMs);
  return {
    head: { ...head, stepMs, columns: head.columns.map(afterwards) },
    times: steps.times,
    values: head.columns.map((column, c) =>
      valuesOf(column, values[c] as Float64Array, times, steps, stepMs),
    ),
    events,
  };
}

/** In even steps: an irregular trace takes its median one, or a longer one where those would be too many. */
export function regular(trace: Trace): Trace {
  const { head, times } = trace;
  if (head.stepMs !== null || times.length === 0) return trace;
  const spanMs = (times.at(-1) as number) - (times[0] as number);
  return resample(trace, Math.max(SECOND_MS, Math.round(usualStepMs(trace)), Math.ceil(spanMs / MOST_STEPS)));
}

const SECOND_MS = 1000;
const MOST_STEPS = 4e6;
const MOST_ROWS = 5e7;

function isInSteps({ head, times }: Trace, stepMs: number): boolean {
  return head.stepMs === stepMs && times.every((time) => time % stepMs === 0);
}

/** An instant's value is an average once it stands for other instants too. */
function afterwards(column: Column): Column {
  return column.statistic === 'point' && !COUNTED.has(column.quantity)
    ? { ...column, statistic: 'average' }
    : column;
}

interface Steps {
  /** Starts of the steps that samples reach into. */
  readonly times: Float64Array;
  readonly untilMs: (i: number) => number;
}

function stepsOf(trace: Trace, stepMs: number): Steps {
  const untilMs = holdsUntilMs(trace, usualStepMs(trace));
  const starts: number[] = [];
  let next = Number.NEGATIVE_INFINITY;
  trace.times.forEach((time, i) => {
    const end = untilMs(i);
    for (let step = Math.max(next, Math.floor(time / stepMs)); step * stepMs < end; step++) {
      starts.push(step * stepMs);
      next = step + 1;
    }
    if (starts.length > MOST_ROWS) {
      throw problem({ file: trace.head.name }, 'these would be too many samples', 'use a longer step');
    }
  });
  return { times: Float64Array.from(starts), untilMs };
}

function valuesOf(
  { quantity, statistic, gap }: Column,
  values: Float64Array,
  times: Float64Array,
  steps: Steps,
  stepMs: number,
): Float64Array {
  const sums = new Float64Array(steps.times.length).fill(Number.NaN);
  const knownMs = new Float64Array(steps.times.length);
  const [isTotal, isMost] = [COUNTED.has(quantity), statistic === 'maximum'];
  let step = 0;
  for (let i = 0; i < times.length; i++) {
    const value = values[i] as number;
    const fromMs = times[i] as number;
    const untilMs = steps.untilMs(i);
    while (step + 1 < steps.times.length && (steps.times[step + 1] as number) <= fromMs) step++;
    if (Number.isNaN(value)) continue;
    for (let s = step; s < steps.times.length && (steps.times[s] as number) < untilMs; s++) {
      const start = steps.times[s] as number;
      const ms = Math.min(untilMs, start + stepMs) - Math.max(fromMs, start);
      if (ms <= 0) continue;
      const before = Number.isNaN(sums[s]) ? null : (sums[s] as number);
      if (isTotal) sums[s] = (before ?? 0) + (value * ms) / (untilMs - fromMs);
      else if (isMost) sums[s] = before === null ? value : Math.max(before, value);
      else sums[s] = (before ?? 0) + value * ms;
      knownMs[s] = (knownMs[s] as number) + ms;
    }
  }
  if (isTotal || isMost) return sums;
  if (gap === 'unknown') return sums.map((sum, s) => sum / (knownMs[s] as number));
  // What is missing means none: it is averaged too, but for what lies before and after the trace.
  const [firstMs, lastMs] = [times[0] ?? 0, times.length === 0 ? 0 : steps.untilMs(times.length - 1)];
  return sums.map((sum, s) => {
    const start = steps.times[s] as number;
    return sum / (Math.min(lastMs, start + stepMs) - Math.max(firstMs, start));
  });
}
