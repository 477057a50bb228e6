/** Times that a server is asked for, in whole milliseconds; both ends are in. */
interface QuerySpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** More points of a series than this a server refuses to give at once. */
const MOST_POINTS = 11_000;

/** A span in parts that can be asked for, each a step behind the one before. */
export function spansOf({ fromMs, toMs }: QuerySpan, stepMs: number): QuerySpan[] {
  const spans: QuerySpan[] = [];
  for (let startMs = fromMs; startMs <= toMs; startMs += MOST_POINTS * stepMs)
    spans.push({ fromMs: startMs, toMs: Math.min(toMs, startMs + (MOST_POINTS - 1) * stepMs) });
  return spans;
}

/** The way to ask for one of them, below the address of the server. */
export function rangeQuery(query: string, { fromMs, toMs }: QuerySpan, stepMs: number): string {
  const seconds = (ms: number) => `${ms / 1000}`;
  const parameters = { query, start: seconds(fromMs), end: seconds(toMs), step: seconds(stepMs) };
  return `api/v1/query_range?${new URLSearchParams(parameters)}`;
}
