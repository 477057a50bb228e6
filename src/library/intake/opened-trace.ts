import type { MetricSeries, TraceHead, TraceStream } from '../../trace/index.ts';

/** An open trace. No sample has been read yet. */
export interface OpenTrace {
  readonly head: TraceHead;
  /** The recognised format, in words. */
  readonly what: string;
  /** Each pass reads the file anew. A pipe can be read only once. */
  readonly stream: TraceStream;
  /** All amounts of a consumption history. Undefined for other files. */
  readonly metered?: readonly MetricSeries[] | undefined;
  /** The share of the file that has been read. Null if its length is unknown. */
  share(): number | null;
  /** Guesses of the reader, and lines that it skipped. Complete only after the trace has been read to its end. */
  notes(): string[];
  /** Ends all reading of the trace at once. */
  close(): void;
}
