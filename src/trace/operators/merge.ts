import { CHUNK_ROWS } from '../collect.ts';
import { SpanBound } from '../reading/span-bound.ts';
import type { TraceChunk, TraceHead, TraceStream } from '../trace.ts';
import { MergeSource, type SameColumns } from './merge-source.ts';
import { mergedColumns } from './merged-columns.ts';
import { Rows } from './rows.ts';

/**
 * Merges traces. Traces with the same columns follow each other in time; others are placed side by side, and a time
 * that only one of them has is unknown in the others. One chunk per trace is in memory.
 */
export function merge(streams: readonly TraceStream[]): TraceStream {
  const { head, groups } = mergedColumns(streams.map((one) => one.head));
  return {
    head,
    chunks: {
      async *[Symbol.asyncIterator]() {
        const all = new Map<number, SameColumns>();
        const sources = streams.map((stream, i) => {
          const { group, columns } = groups[i] as (typeof groups)[number];
          const same = all.get(group) ?? { owner: null };
          all.set(group, same);
          return new MergeSource(stream, columns, same);
        });
        try {
          yield* inOrder(head, sources);
        } finally {
          for (const source of sources) await source.close();
        }
      },
    },
  };
}

async function* inOrder(head: TraceHead, sources: readonly MergeSource[]): AsyncGenerator<TraceChunk> {
  const rows = new Rows(head.columns.length, CHUNK_ROWS);
  const span = new SpanBound((at) => ({ file: sources[at]?.head.name ?? head.name }));
  for (const source of sources) await source.load();
  for (;;) {
    let ms = Number.POSITIVE_INFINITY;
    for (const { nextMs } of sources) ms = Math.min(ms, nextMs);
    if (ms === Number.POSITIVE_INFINITY) break;
    span.see(ms, () => sources.findIndex(({ nextMs }) => nextMs === ms));
    let row = -1;
    for (const source of sources) {
      while (source.nextMs === ms) {
        if (source.nextEventMs === ms) rows.addEvents([source.takeEvent()]);
        else {
          if (row === -1) row = rows.addUnknown(ms);
          source.takeSample(rows, row);
        }
        if (source.isEmpty) await source.load();
      }
    }
    if (rows.isFull) yield* rows.chunk(Number.POSITIVE_INFINITY);
  }
  yield* rows.chunk(Number.POSITIVE_INFINITY);
}
