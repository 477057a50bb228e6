import { describe, expect, test } from 'vitest';
import {
  merge,
  pulled,
  replay,
  resample,
  slice,
  type TraceChunk,
  type TraceStream,
} from '../../../src/trace/index.ts';
import { closing } from '../../../src/trace/replay/closing.ts';
import { column, MIDNIGHT } from '../traces.ts';

const MINUTE = 60_000;

/** A file of so many samples, one a chunk, that counts what is done with it; it waits for ever where it `stalls`. */
function file(count: number, stallsAt = Number.POSITIVE_INFINITY, quantity: 'cpu' | 'load' = 'cpu') {
  const seen = { opened: 0, closed: 0, read: 0 };
  async function* chunks(): AsyncGenerator<TraceChunk> {
    seen.opened++;
    for (let i = 0; i < count; i++) {
      if (i === stallsAt) await new Promise(() => {});
      seen.read++;
      yield { times: Float64Array.of(MIDNIGHT + i * MINUTE), values: [Float64Array.of(i)], events: [] };
    }
  }
  const stream: TraceStream = {
    head: { name: 'file', timezone: 'UTC', stepMs: MINUTE, columns: [column(quantity)] },
    chunks: {
      [Symbol.asyncIterator]: () =>
        closing(chunks(), () => {
          seen.closed++;
        })[Symbol.asyncIterator](),
    },
  };
  return { stream, seen };
}

const turns = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
};

describe('backpressure', () => {
  test('no chunk is read before the one before has been taken, through operators too', async () => {
    const alone = file(100);
    const iterator = pulled(resample(MINUTE, MINUTE)(replay(alone.stream))).chunks[Symbol.asyncIterator]();
    for (let taken = 1; taken < 10; taken++) {
      await iterator.next();
      await turns();
      // A sample ends where the next one begins, and a step where a sample lies in the next one.
      expect(alone.seen.read).toBe(taken + 2);
    }
    await iterator.return?.();
    expect(alone.seen.closed).toBe(1);
  });

  test('of one chunk, what becomes many is made as it is taken', async () => {
    const { stream } = file(3);
    let made = 0;
    const fine = resample(1, MINUTE)(replay(stream));
    for await (const { times } of pulled(fine).chunks) {
      made += times.length;
      await turns();
      expect(made % (1 << 14) === 0 || made <= 3 * MINUTE).toBe(true);
    }
    expect(made).toBe(3 * MINUTE);
  });
});

describe('a file is closed', () => {
  test('at once by who unsubscribes, also while it is being read', async () => {
    const { stream, seen } = file(10, 3);
    const subscription = replay(stream).chunks.subscribe();
    await turns();
    expect(seen).toEqual({ opened: 1, closed: 0, read: 3 });
    subscription.unsubscribe();
    expect(seen.closed).toBe(1);
  });

  test('at once by who stops asking, through a merge of files that are being read', async () => {
    const files = [file(10, 2), file(10, 5, 'load')];
    const chunks = pulled(merge(files.map(({ stream }) => replay(stream)))).chunks[Symbol.asyncIterator]();
    const first = chunks.next();
    await turns();
    const stopped = chunks.return?.();
    expect(files.map(({ seen }) => seen.closed)).toEqual([1, 1]);
    await Promise.all([first, stopped]);
  });

  test('when a slice has all that it wants, and not read further', async () => {
    const { stream, seen } = file(1000);
    let samples = 0;
    await slice(
      MIDNIGHT,
      MIDNIGHT + 5 * MINUTE,
    )(replay(stream)).chunks.forEach(({ times }) => {
      samples += times.length;
    });
    expect(samples).toBe(5);
    expect(seen).toEqual({ opened: 1, closed: 1, read: 6 });
  });

  test('when an operator finds a fault, which is told', async () => {
    const [one, other] = [file(3), file(3)];
    const both = pulled(merge([replay(one.stream), replay(other.stream)]));
    await expect(both.chunks[Symbol.asyncIterator]().next()).rejects.toThrow('before file ends');
    expect([one.seen.opened, other.seen.opened]).toEqual([1, 1]);
  });
});
