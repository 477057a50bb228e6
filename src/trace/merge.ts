import { problem } from '../problem/index.ts';
import type { Column, Trace } from './trace.ts';
import type { TraceEvent } from './trace-event.ts';

/**
 * Traces of the same columns are joined in time; what is left has columns of its own, and these stand side by side. A
 * time that only some of them have is unknown to the others.
 */
export function merge(traces: readonly Trace[]): Trace {
  const groups = new Map<string, Trace[]>();
  for (const trace of traces) {
    const key = trace.head.columns.map(nameOf).sort().join();
    groups.set(key, [...(groups.get(key) ?? []), trace]);
  }
  return sideBySide([...groups.values()].map(inTime));
}

function nameOf({ quantity, statistic }: Column): string {
  return statistic === 'maximum' ? `${quantity} maximum` : quantity;
}

function inTime(traces: readonly Trace[]): Trace {
  const [first, ...others] = traces as readonly [Trace, ...Trace[]];
  for (const other of others) checkStep(first, other);
  const inOrder = traces
    .filter(({ times }) => times.length > 0)
    .sort((a, b) => (a.times[0] as number) - (b.times[0] as number));
  inOrder.forEach((trace, i) => {
    const before = inOrder[i - 1];
    if (before === undefined || (before.times.at(-1) as number) < (trace.times[0] as number)) return;
    throw problem(
      { file: trace.head.name },
      `it begins at ${iso(trace.times[0])}, before ${before.head.name} ends, and both have ${trace.head.columns.map(nameOf).join(', ')}`,
      'cut one of them with tidemark trace slice first',
    );
  });
  const names = first.head.columns.map(nameOf);
  return {
    head: first.head,
    times: concat(inOrder.map(({ times }) => times)),
    // Another file may have its columns in another order.
    values: names.map((name) =>
      concat(
        inOrder.map(({ head, values }) => {
          const c = head.columns.findIndex((column) => nameOf(column) === name);
          return values[c] as Float64Array;
        }),
      ),
    ),
    events: eventsOf(traces),
  };
}

function sideBySide(traces: readonly Trace[]): Trace {
  const [first, ...others] = traces;
  if (first === undefined) throw problem({}, 'there is no trace to merge', 'name one at least');
  if (others.length === 0) return first;
  const seen = new Map<string, Trace>();
  for (const trace of traces) {
    checkStep(first, trace);
    for (const name of trace.head.columns.map(nameOf)) {
      if (seen.has(name)) {
        throw problem(
          { file: trace.head.name },
          `it has ${name}, and so has ${seen.get(name)?.head.name} beside other columns`,
          'convert one of them without that column first',
        );
      }
      seen.set(name, trace);
    }
  }
  const times = union(traces.map((trace) => trace.times));
  return {
    head: { ...first.head, columns: traces.flatMap(({ head }) => head.columns) },
    times,
    values: traces.flatMap((trace) => trace.values.map((column) => atTimes(times, trace.times, column))),
    events: eventsOf(traces),
  };
}

/** Those of one instant stay in the order of the traces. */
function eventsOf(traces: readonly Trace[]): TraceEvent[] {
  return traces.flatMap(({ events }) => events).sort((one, other) => one.atMs - other.atMs);
}

function checkStep({ head: one }: Trace, { head: other }: Trace): void {
  if (one.stepMs === other.stepMs) return;
  throw problem(
    { file: other.name },
    `its samples are ${stepWords(other.stepMs)}, those of ${one.name} ${stepWords(one.stepMs)}`,
    'give both the same step first, with tidemark trace convert --step',
  );
}

function stepWords(stepMs: number | null): string {
  return stepMs === null ? 'at uneven times' : `${stepMs / 1000} s apart`;
}

function concat(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const part of parts) {
    all.set(part, from);
    from += part.length;
  }
  return all;
}

function union(all: readonly Float64Array[]): Float64Array {
  const sorted = concat(all).sort();
  return sorted.filter((time, i) => i === 0 || time !== sorted[i - 1]);
}

/** Both are in order, so one walk is enough. */
function atTimes(times: Float64Array, known: Float64Array, values: Float64Array): Float64Array {
  let i = 0;
  return times.map((time) => (known[i] === time ? (values[i++] as number) : Number.NaN));
}

function iso(ms: number | undefined): string {
  return new Date(ms ?? Number.NaN).toISOString();
}
