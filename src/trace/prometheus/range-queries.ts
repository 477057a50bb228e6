/** The times to ask a server for, in whole milliseconds, including both ends. */
interface QuerySpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Prometheus refuses a query with more points per series. */
const MOST_POINTS = 11_000;

/** Cuts a span into parts that can be asked for, each starting one step after the one before. */
export function spansOf({ fromMs, toMs }: QuerySpan, stepMs: number): QuerySpan[] {
  const spans: QuerySpan[] = [];
  for (let startMs = fromMs; startMs <= toMs; startMs += MOST_POINTS * stepMs)
    spans.push({ fromMs: startMs, toMs: Math.min(toMs, startMs + (MOST_POINTS - 1) * stepMs) });
  return spans;
}

/** The path and parameters of one query, relative to the address of the server. */
export function rangeQuery(query: string, { fromMs, toMs }: QuerySpan, stepMs: number): string {
  const seconds = (ms: number) => `${ms / 1000}`;
  const parameters = { query, start: seconds(fromMs), end: seconds(toMs), step: seconds(stepMs) };
  return `api/v1/query_range?${new URLSearchParams(parameters)}`;
}
