import type { TraceChunk, TraceHead, TraceStream } from '../trace.ts';

/** Transforms a trace chunk by chunk. The result does not depend on how the trace is cut into chunks. */
export type Operator = (head: TraceHead) => {
  readonly head: TraceHead;
  /** Called once for each pass over the trace. */
  begin(): Stage;
};

/** One pass of an operator, with its state between chunks. */
export interface Stage {
  /** The chunks that a chunk results in, which may be none or several. */
  take(chunk: TraceChunk): Iterable<TraceChunk>;
  /** The remaining chunks. */
  end(): Iterable<TraceChunk>;
  /** True if later chunks have no effect and need not be read. */
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

/** Applies one operator to the result of another. */
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
