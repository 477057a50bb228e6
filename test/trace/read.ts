import { gzipSync } from 'node:zlib';
import { ProblemError } from '../../src/problem/index.ts';
import {
  type ReadSettings,
  readTrace,
  recognise,
  type TraceEvent,
  type TraceHead,
} from '../../src/trace/index.ts';

export const SETTINGS: ReadSettings = {
  name: 'load.csv',
  map: [],
  vcpus: null,
  timezone: 'UTC',
  gap: null,
  strict: false,
};

/** A trace that was read, as plain values to compare. */
export interface Read {
  readonly head: TraceHead;
  readonly times: readonly number[];
  readonly values: readonly (readonly number[])[];
  readonly events: readonly TraceEvent[];
  readonly notes: readonly string[];
  readonly skipped: Readonly<Record<string, number>>;
}

export async function read(
  source: string | Uint8Array | readonly Uint8Array[],
  settings: Partial<ReadSettings> = {},
): Promise<Read> {
  const pieces =
    typeof source === 'string' ? [Buffer.from(source)] : source instanceof Uint8Array ? [source] : source;
  const { stream, notes, skipped } = await readTrace(
    await recognise({ pieces: () => piecewise(pieces), parts: null }),
    { ...SETTINGS, ...settings },
  );
  const times: number[] = [];
  const events: TraceEvent[] = [];
  const values: number[][] = stream.head.columns.map(() => []);
  for await (const chunk of stream.chunks) {
    for (const time of chunk.times) times.push(time);
    events.push(...chunk.events);
    chunk.values.forEach((column, at) => {
      for (const value of column) values[at]?.push(value);
    });
  }
  return { head: stream.head, times, values, events, notes, skipped: Object.fromEntries(skipped) };
}

/** The message of the problem with a source that cannot be read. */
export async function refusal(
  source: string | Uint8Array | readonly Uint8Array[],
  settings: Partial<ReadSettings> = {},
): Promise<string> {
  try {
    await read(source, settings);
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
  throw new Error('it was read');
}

export async function* piecewise(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

export const zipped = (text: string | Uint8Array) => new Uint8Array(gzipSync(text));
