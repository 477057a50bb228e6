import { problem } from '../problem/index.ts';
import type { Reading, ReadSettings } from './reading.ts';
import type { TraceChunk, TraceHead } from './trace.ts';

/** Reads a trace in whatever format its first bytes are, gzip too. Throws a problem where it is none. */
export async function readTrace(bytes: AsyncIterable<Uint8Array>, settings: ReadSettings): Promise<Reading> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  const text = await new Blob(parts as Uint8Array<ArrayBuffer>[]).text();
  const [first, ...lines] = text.split('\n').filter((line) => line !== '');
  let head: TraceHead & { readonly schema?: string };
  try {
    head = JSON.parse(first ?? '');
  } catch {
    throw problem({ file: settings.name }, 'only the native format is known yet', 'use it');
  }
  const rows = lines.map((line) => JSON.parse(line) as (number | null)[]);
  const values = head.columns.map((_, i) => Float64Array.from(rows, (row) => row[i + 1] ?? Number.NaN));
  const chunk: TraceChunk = { times: Float64Array.from(rows, (row) => row[0] ?? Number.NaN), values };
  async function* chunks() {
    yield chunk;
  }
  const { name, timezone, stepMs, columns } = head;
  return {
    stream: { head: { name, timezone, stepMs, columns }, chunks: chunks() },
    notes: [],
    skipped: new Map(),
  };
}
