import { type CapacityStep, type Column, chunked, type Trace, type TraceEvent } from '../../trace/index.ts';
import type { OpenTrace } from '../intake/opened-trace.ts';

/**
 * A column of a trace, with its samples.
 *
 * @example
 * ```ts
 * import { readTrace, type TraceColumn } from 'tidemark/trace';
 *
 * function highest({ values }: TraceColumn): number {
 *   // An unknown value is NaN, which is not above any number.
 *   return values.reduce((most, value) => (value > most ? value : most), 0);
 * }
 *
 * const { columns } = await readTrace('scenarios/traces/neon-day.json');
 * const connections = columns.find(({ quantity }) => quantity === 'connections');
 * if (connections !== undefined) console.log(highest(connections)); // 27
 * ```
 */
export interface TraceColumn extends Column {
  /** A value for each time of the trace. An unknown value is NaN. */
  readonly values: Float64Array;
}

/**
 * A trace in memory. Questions take it in place of a file.
 *
 * @example
 * ```ts
 * import { type ReadTrace, readTrace } from 'tidemark/trace';
 *
 * function described({ columns, times, timezone }: ReadTrace): string {
 *   const quantities = columns.map(({ quantity }) => quantity);
 *   return `${times.length} samples of ${quantities.join(', ')} from ${timezone}`;
 * }
 *
 * const trace = await readTrace('scenarios/traces/office-week.jsonl');
 * console.log(described(trace)); // 699 samples of cpu, connections, queries from Europe/Berlin
 * ```
 */
export interface ReadTrace {
  /** The name of its file, to show in answers. */
  readonly name: string;
  /** The title that its file gives it, or else the name. */
  readonly title: string;
  /** The format of the file, in words. */
  readonly format: string;
  /** The time zone in which local times of the file were read. */
  readonly timezone: string;
  /** The time from one sample to the next. Null if samples are irregular. */
  readonly stepMs: number | null;
  /** The start of each sample, in milliseconds since 1970 in UTC. */
  readonly times: Float64Array;
  /** The measured quantities. */
  readonly columns: readonly TraceColumn[];
  /** Single events, such as connections and queries, in the order of time. */
  readonly events: readonly TraceEvent[];
  /** The sizes that were given with the trace, with both ends of each range. */
  readonly sizes?: readonly CapacityStep[] | undefined;
  /** Guesses of the reader, and lines that it skipped. */
  readonly notes: readonly string[];
}

export function isReadTrace(source: object): source is ReadTrace {
  return 'times' in source && source.times instanceof Float64Array && 'columns' in source;
}

export function readTraceOf(
  file: string,
  { head, times, values, events }: Trace,
  format: string,
  notes: readonly string[],
): ReadTrace {
  const { name: title, timezone, stepMs, columns, sizes } = head;
  return {
    name: file,
    title,
    format,
    timezone,
    stepMs,
    times,
    columns: columns.map((column, at) => ({ ...column, values: values[at] as Float64Array })),
    events,
    ...(sizes === undefined ? {} : { sizes }),
    notes,
  };
}

/** The trace as if it were being read. */
export function reopened({ title: name, format, timezone, stepMs, sizes, ...trace }: ReadTrace): OpenTrace {
  const columns = trace.columns.map(({ values: _, ...column }) => column);
  const head = { name, timezone, stepMs, columns, ...(sizes === undefined ? {} : { sizes }) };
  const { times, events, notes } = trace;
  return {
    head,
    what: format,
    stream: chunked({ head, times, values: trace.columns.map(({ values }) => values), events }),
    share: () => 1,
    notes: () => [...notes],
    close: () => {},
  };
}
