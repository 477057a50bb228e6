/** The actual metered amounts of a list of spans, as far as a file has them. */
export interface Actual {
  /** Whether a value is CU-time, or only time awake, because the file has no sizes. */
  readonly of: 'cu' | 'awake';
  readonly spans: readonly ActualSpan[];
  /** When the compute woke and was suspended, in milliseconds since 1970. Null if the file does not say. */
  readonly wakes: readonly number[] | null;
  readonly suspends: readonly number[] | null;
  /**
   * Whether each span has the one size that was observed, not a sum of sizes. Only then are quantiles of sizes
   * meaningful.
   */
  readonly hasSizes: boolean;
}

/** Spans are in order and do not overlap. Times without data have no span. */
export interface ActualSpan {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly value: number;
}

/** The start of the first span and the end of the last. Null if there are no spans. */
export function extentOf({ spans }: Actual): { readonly fromMs: number; readonly untilMs: number } | null {
  const [first, last] = [spans[0], spans.at(-1)];
  return first === undefined || last === undefined ? null : { fromMs: first.fromMs, untilMs: last.untilMs };
}

/** Keeps the spans that lie completely within a time. */
export function actualWithin(actual: Actual, fromMs: number, untilMs: number): Actual {
  const isIn = (atMs: number) => atMs >= fromMs && atMs < untilMs;
  return {
    ...actual,
    spans: actual.spans.filter((span) => span.fromMs >= fromMs && span.untilMs <= untilMs),
    wakes: actual.wakes?.filter(isIn) ?? null,
    suspends: actual.suspends?.filter(isIn) ?? null,
  };
}
