import { answeredAbout } from './asking/answered-about.ts';
import type { AskOptions } from './asking/asking.ts';
import { type ReadTrace, readTraceOf } from './asking/read-trace.ts';
import type { NamedContent } from './asking/source.ts';
import { inMemory } from './intake/named-trace.ts';
import { openTrace } from './intake/open-trace.ts';
import type { TraceOptions } from './settings/options.ts';
import { TRACE_LIMITS } from './settings/question-limits.ts';

export type { ReadTrace, TraceColumn } from './asking/read-trace.ts';
export type { TraceOptions } from './settings/options.ts';

/**
 * Reads a trace in any of the known formats: CSV, JSON, Parquet, logs of Postgres, answers of Prometheus, CloudWatch
 * and others. Questions take it in place of a file, so that it is read once for many of them.
 *
 * @example
 * ```ts
 * import { plan } from 'tidemark';
 * import { readTrace } from 'tidemark/trace';
 *
 * const trace = await readTrace('scenarios/traces/office-week.jsonl');
 * console.log(trace.columns.map(({ quantity }) => quantity), trace.notes);
 * for (const worthwhile of ['5%', '20%']) {
 *   const { verdict } = await plan(trace, { current: '1-4, 5m', worthwhile });
 *   console.log(worthwhile, verdict);
 * }
 * ```
 */
export function readTrace(
  source: string | NamedContent,
  options: TraceOptions = {},
  ask: AskOptions = {},
): Promise<ReadTrace> {
  return answeredAbout(
    { sources: [source], options, limits: TRACE_LIMITS, ask },
    async ({ reader }, [path = '']) => {
      const open = await openTrace(path, options, reader);
      const { trace, notes } = await inMemory(open, path, reader);
      return readTraceOf(path, trace, open.what, notes);
    },
  );
}
