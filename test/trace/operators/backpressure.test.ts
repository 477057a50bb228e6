import { describe, expect, test } from 'vitest';
import {
  applied,
  merge,
  resample,
  slice,
  type TraceChunk,
  type TraceStream,
} from '../../../src/trace/index.ts';
import { column, MIDNIGHT } from '../traces.ts';

const MINUTE = 60_000;

/** A file with one sample per chunk, which counts how it is used. */
function file(count: number) {
  const seen = { opened: 0, closed: 0, read: 0 };
  const stream: TraceStream = {
    head: { name: 'file', timezone: 'UTC', stepMs: MINUTE, columns: [column('cpu')] },
    chunks: {
      async *[Symbol.asyncIterator](): AsyncGenerator<TraceChunk> {
        seen.opened++;
        try {
          for (let i = 0; i < count; i++) {
            seen.read++;
            yield { times: Float64Array.of(MIDNIGHT + i * MINUTE), values: [Float64Array.of(i)], events: [] };
          }
        } finally {
          seen.closed++;
        }
      },
    },
  };
  return { stream, seen };
}

const turns = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
};

describe('backpressure', () => {
  test('a chunk is read only after the one before was used, through operators too', async () => {
    const { stream, seen } = file(100);
    const iterator = applied(resample(MINUTE, MINUTE), stream).chunks[Symbol.asyncIterator]();
    for (let taken = 1; taken < 10; taken++) {
      await iterator.next();
      await turns();
      // A sample ends with the next one, and a step ends with a sample in the next step.
      expect(seen.read).toBe(taken + 2);
    }
    await iterator.return?.();
    expect(seen.closed).toBe(1);
  });

  test('chunks that an operator makes of one chunk are made on request', async () => {
    const { stream } = file(3);
    let made = 0;
    for await (const { times } of applied(resample(1, MINUTE), stream).chunks) {
      made += times.length;
      await turns();
      expect(made % (1 << 14) === 0 || made <= 3 * MINUTE).toBe(true);
    }
    expect(made).toBe(3 * MINUTE);
  });
});

describe('a file is closed', () => {
  test('if the consumer of a merge stops', async () => {
    const files = [file(10), file(10)];
    const chunks = merge(
      files.map(({ stream }, i) => ({
        ...stream,
        head: { ...stream.head, columns: [column(i === 0 ? 'cpu' : 'load')] },
      })),
    ).chunks[Symbol.asyncIterator]();
    await chunks.next();
    await chunks.return?.();
    expect(files.map(({ seen }) => seen.closed)).toEqual([1, 1]);
  });

  test('if a slice has all that it needs, and no more is read', async () => {
    const { stream, seen } = file(1000);
    let samples = 0;
    for await (const { times } of applied(slice(MIDNIGHT, MIDNIGHT + 5 * MINUTE), stream).chunks)
      samples += times.length;
    expect(samples).toBe(5);
    expect(seen).toEqual({ opened: 1, closed: 1, read: 6 });
  });

  test('if a merge throws a problem', async () => {
    const [one, other] = [file(3), file(3)];
    const both = merge([one.stream, other.stream]);
    await expect(both.chunks[Symbol.asyncIterator]().next()).rejects.toThrow('before file ends');
    expect([one.seen, other.seen].map(({ opened, closed }) => [opened, closed])).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
});
