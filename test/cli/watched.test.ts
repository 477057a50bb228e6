import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { Interrupted } from '../../src/cli/terminal/interruption.ts';
import { stoppingOn } from '../../src/cli/terminal/stopping.ts';
import type { OpenTrace } from '../../src/library/intake/opened-trace.ts';
import type { Reader } from '../../src/library/intake/reader.ts';
import { watched } from '../../src/library/intake/watched.ts';
import type { TraceChunk, TraceStream } from '../../src/trace/index.ts';

const CHUNK: TraceChunk = { times: Float64Array.of(0), values: [], events: [] };

/** A file of two chunks that then blocks for ever. */
function stalling() {
  const seen = { closed: 0 };
  const stream: TraceStream = {
    head: { name: 'file', timezone: 'UTC', stepMs: 1000, columns: [] },
    chunks: {
      async *[Symbol.asyncIterator]() {
        yield CHUNK;
        yield CHUNK;
        await new Promise(() => {});
      },
    },
  };
  const file: OpenTrace = {
    head: stream.head,
    what: 'a table',
    stream,
    share: () => 0.5,
    notes: () => [],
    close: () => {
      seen.closed++;
    },
  };
  return { file, seen };
}

function watching() {
  const { file, seen } = stalling();
  const signals = new EventEmitter();
  const shown: number[] = [];
  let isDone = false;
  const terminal = {
    stopping: (left: string) => stoppingOn(signals, left),
    progress: () => ({
      show: (share: number) => shown.push(share),
      done: () => {
        isDone = true;
      },
    }),
  } as unknown as Reader;
  const doing = { what: 'reading file', left: 'there is no answer' };
  const { chunks } = watched(file.stream, [file], doing, terminal);
  return { iterator: chunks[Symbol.asyncIterator](), signals, seen, shown, isDone: () => isDone };
}

test.each(['SIGINT', 'SIGTERM'])(
  '%s closes the file at once, even while a read is pending',
  async (signal) => {
    const { iterator, signals, seen, shown, isDone } = watching();
    await iterator.next();
    await iterator.next();
    const pending = iterator.next();
    signals.emit(signal);
    await expect(pending).rejects.toThrow(new Interrupted('there is no answer'));
    expect([seen.closed, shown, isDone()]).toEqual([1, [0.5, 0.5], true]);
    expect(signals.listenerCount(signal)).toBe(0);
  },
);

test('a signal between two reads ends the next one', async () => {
  const { iterator, signals, seen } = watching();
  await iterator.next();
  signals.emit('SIGINT');
  await expect(iterator.next()).rejects.toThrow('there is no answer');
  expect(seen.closed).toBe(1);
});

test('a reader that stops early closes the file, and listens to no more signals', async () => {
  const { iterator, signals, seen } = watching();
  await iterator.next();
  await iterator.return?.();
  expect([seen.closed, signals.listenerCount('SIGINT')]).toEqual([1, 0]);
});
