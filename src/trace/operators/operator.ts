import type { TraceChunk, TraceHead, TraceStream } from '../trace.ts';

/** Makes another trace of one, chunk by chunk, the same however the trace is cut. */
export type Operator = (head: TraceHead) => {
  readonly head: TraceHead;
  /** Called once for each pass over the trace. */
  begin(): Stage;
};

/** Work on chunks that remembers something from one to the next. */
export interface Stage {
  /** The chunks that follow from a chunk: none yet, or many. */
  take(chunk: TraceChunk): Iterable<TraceChunk>;
  /** The chunks that were still kept back. */
  end(): Iterable<TraceChunk>;
  /** Later chunks change nothing, so that they need not be read. */
  readonly isDone?: boolean;
}

export function applied(operator: Operator, { head, chunks }: TraceStream): TraceStream {
  const made = operator(head);
  return {
    head: made.head,
    chunks: {
      async *[Symbol.asyncIterator]() {
        const stage = made.begin();
        for await (const chunk of chunks) {
          yield* stage.take(chunk);
          if (stage.isDone === true) break;
        }
        yield* stage.end();
      },
    },
  };
}

export const unchanged: Operator = (head) => ({
  head,
  begin: () => ({ take: (chunk) => [chunk], end: () => [] }),
});

/** An operator on the result of another. */
export function after(first: Operator, second: Operator): Operator {
  return (raw) => {
    const between = first(raw);
    const { head, begin } = second(between.head);
    return { head, begin: () => new TwoStages(between.begin(), begin()) };
  };
}

class TwoStages implements Stage {
  private readonly first: Stage;
  private readonly second: Stage;

  constructor(first: Stage, second: Stage) {
    this.first = first;
    this.second = second;
  }

  *take(chunk: TraceChunk): Generator<TraceChunk> {
    for (const made of this.first.take(chunk)) yield* this.second.take(made);
  }

  *end(): Generator<TraceChunk> {
    for (const made of this.first.end()) yield* this.second.take(made);
    yield* this.second.end();
  }

  get isDone(): boolean {
    return this.first.isDone === true || this.second.isDone === true;
  }
}
