/** What really happened, as far as a file tells: something that was metered in each of some spans of time. */
export interface Actual {
  /** CU-time; or only the time awake, of no size. */
  readonly of: 'cu' | 'awake';
  readonly spans: readonly ActualSpan[];
  /** When it was woken and put to sleep, in milliseconds since 1970; null: the file does not say. */
  readonly wakes: readonly number[] | null;
  readonly suspends: readonly number[] | null;
  /** Each span is a look at the size that was there, and not a sum of sizes: quantiles of them mean something. */
  readonly hasSizes: boolean;
}

/** Spans follow each other; where nothing is known there is none. */
export interface ActualSpan {
  readonly fromMs: number;
  readonly untilMs: number;
  /** CU-milliseconds, or milliseconds awake. */
  readonly value: number;
}

/** The first instant that is known, and the end of the last span. */
export function reachOf({ spans }: Actual): { readonly fromMs: number; readonly untilMs: number } | null {
  const [first, last] = [spans[0], spans.at(-1)];
  return first === undefined || last === undefined ? null : { fromMs: first.fromMs, untilMs: last.untilMs };
}

/** The spans that lie within a time, whole. */
export function actualWithin(actual: Actual, fromMs: number, untilMs: number): Actual {
  const isIn = (atMs: number) => atMs >= fromMs && atMs < untilMs;
  return {
    ...actual,
    spans: actual.spans.filter((span) => span.fromMs >= fromMs && span.untilMs <= untilMs),
    wakes: actual.wakes?.filter(isIn) ?? null,
    suspends: actual.suspends?.filter(isIn) ?? null,
  };
}
