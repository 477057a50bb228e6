import type { Reading, ReadSettings } from '../reading/reading.ts';
import type { Preset } from '../series/rule.ts';
import { LiveAnswers, liveQueries } from './live-columns.ts';
import { rangeQuery, spansOf } from './range-queries.ts';

/** The request to a server. */
interface LiveRequest {
  readonly preset: Preset | null;
  /** Only series with these labels. Null for all. */
  readonly where: string | null;
  readonly settings: ReadSettings;
  readonly fromMs: number;
  /** The end, which is not part of the trace. */
  readonly toMs: number;
  readonly stepMs: number;
}

/**
 * Asks a Prometheus server for all that a trace needs, in parts that the server accepts. Throws a problem without data
 * if the server has no samples.
 *
 * @param ask asks for a path below the address of the server, and returns the parsed answer
 * @param progress called with the share of the answers that have arrived
 */
export async function liveTrace(
  { preset, where, settings, fromMs, toMs, stepMs }: LiveRequest,
  ask: (path: string, query: string) => Promise<unknown>,
  progress: (share: number) => void,
): Promise<Reading> {
  const queries = liveQueries(preset, where, settings);
  const spans = spansOf({ fromMs, toMs }, stepMs);
  const answers = new LiveAnswers(queries, settings);
  let asked = 0;
  for (const [at, { query }] of queries.entries())
    for (const span of spans) {
      answers.add(at, await ask(rangeQuery(query, span, stepMs), query));
      asked++;
      progress(asked / (queries.length * spans.length));
    }
  return answers.reading(preset, toMs);
}
