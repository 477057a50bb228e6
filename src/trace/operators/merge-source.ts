import { type ProblemError, problem } from '../../problem/index.ts';
import type { TraceChunk, TraceHead, TraceStream } from '../trace.ts';
import type { TraceEvent } from '../trace-event.ts';
import { namesOf } from './merged-columns.ts';
import type { Rows } from './rows.ts';

/** Shared by traces with the same columns, which must not overlap in time: the trace that is being read. */
export interface SameColumns {
  owner: MergeSource | null;
}

/** One of the traces that are merged, with its current position. */
export class MergeSource {
  readonly head: TraceHead;
  private readonly chunks: AsyncIterator<TraceChunk>;
  /** The indexes of its columns in the merged trace. */
  private readonly columns: readonly number[];
  private readonly same: SameColumns;
  private chunk: TraceChunk | null = null;
  private sample = 0;
  private event = 0;
  private firstMs: number | null = null;
  private lastMs = Number.NaN;

  constructor({ head, chunks }: TraceStream, columns: readonly number[], same: SameColumns) {
    this.head = head;
    this.chunks = chunks[Symbol.asyncIterator]();
    this.columns = columns;
    this.same = same;
  }

  /** Loads the next chunk that is not empty. */
  async load(): Promise<void> {
    do {
      const { done, value } = await this.chunks.next();
      this.chunk = done === true ? null : value;
      this.sample = 0;
      this.event = 0;
    } while (this.chunk !== null && this.isEmpty);
  }

  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  /** Whether its whole chunk has been used. */
  get isEmpty(): boolean {
    return this.nextMs === Number.POSITIVE_INFINITY;
  }

  get nextMs(): number {
    return Math.min(this.nextEventMs, this.chunk?.times[this.sample] ?? Number.POSITIVE_INFINITY);
  }

  get nextEventMs(): number {
    return this.chunk?.events[this.event]?.atMs ?? Number.POSITIVE_INFINITY;
  }

  takeEvent(): TraceEvent {
    return this.chunk?.events[this.event++] as TraceEvent;
  }

  takeSample(rows: Rows, row: number): void {
    const { times, values } = this.chunk as TraceChunk;
    const ms = times[this.sample] as number;
    const { owner } = this.same;
    if (owner !== null && owner !== this) {
      if (this.firstMs !== null) throw overlap(owner.firstMs as number, owner, this);
      if (owner.lastMs >= ms) throw overlap(ms, this, owner);
    }
    this.same.owner = this;
    this.firstMs ??= ms;
    this.lastMs = ms;
    for (let c = 0; c < values.length; c++)
      rows.put(this.columns[c] as number, row, (values[c] as Float64Array)[this.sample] as number);
    this.sample++;
  }
}

function overlap(fromMs: number, late: MergeSource, early: MergeSource): ProblemError {
  return problem(
    { file: late.head.name },
    `it begins at ${new Date(fromMs).toISOString()}, before ${early.head.name} ends, and both have ${namesOf(late.head).join(', ')}`,
    'cut one of them with tidemark trace slice first',
  );
}
