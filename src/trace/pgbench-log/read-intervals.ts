import { EARLIER } from '../csv/row-times.ts';
import { type Block, byteBlocks } from '../reading/blocks.ts';
import { Faults } from '../reading/faults.ts';
import type { Reading, ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import { SpanBound } from '../reading/span-bound.ts';
import { stepOf } from '../reading/step.ts';
import type { Column, TraceChunk } from '../trace.ts';
import { INTERVAL } from './is-pgbench-log.ts';
import { linesOf, refuseMap } from './lines.ts';

/** Reads a log of `pgbench --log --aggregate-interval`. Each line, an interval, becomes a sample. */
export async function readIntervals(source: ByteSource, settings: ReadSettings): Promise<Reading> {
  refuseMap(settings);
  const { name, timezone, gap, strict } = settings;
  const blocks = byteBlocks(source.pieces(), name, false);
  const { value: first } = await blocks.next();
  const starts = [...linesOf(first as Block)].map(
    ([line]) => Number(INTERVAL.exec(line)?.groups?.startS) * 1000,
  );
  // The length of a single interval is unknown; one second is the shortest possible.
  const stepMs = starts.length < 2 ? 1000 : stepOf(starts);
  const faults = new Faults(name, strict);
  const notes: string[] = [];
  async function* chunks(): AsyncGenerator<TraceChunk> {
    const last = { ms: Number.NEGATIVE_INFINITY };
    const span = new SpanBound((row) => faults.placeOf(row));
    for (let block = first; block !== undefined; block = (await blocks.next()).value)
      yield chunkOf(block, stepMs ?? 1000, last, span, faults);
    notes.push(...span.warnings());
  }
  const columns = COLUMNS.map((column) => (gap === null ? column : { ...column, gap }));
  return {
    stream: { head: { name, timezone, stepMs, columns }, chunks: chunks() },
    notes,
    skipped: faults.counts,
  };
}

function chunkOf(
  block: Block,
  stepMs: number,
  last: { ms: number },
  span: SpanBound,
  faults: Faults,
): TraceChunk {
  const rows: number[][] = [];
  for (const [line, number] of linesOf(block)) {
    const parts = INTERVAL.exec(line)?.groups;
    if (parts === undefined) {
      faults.count('lines that are not intervals', () => number, null);
      continue;
    }
    const ms = Number(parts.startS) * 1000;
    if (ms <= last.ms) {
      faults.count(EARLIER, () => number, null);
      continue;
    }
    span.see(ms, () => number);
    last.ms = ms;
    const count = Number(parts.count);
    const sumMs = Number(parts.sumUs) / 1000;
    rows.push([ms, count, count === 0 ? Number.NaN : sumMs / count, sumMs / stepMs]);
  }
  const column = (at: number) => Float64Array.from(rows, (row) => row[at] as number);
  return { times: column(0), values: COLUMNS.map((_, at) => column(at + 1)), events: [] };
}

const COLUMNS: readonly Column[] = [
  { quantity: 'queries', statistic: 'average', gap: 'zero', source: 'num_transactions' },
  { quantity: 'queryMs', statistic: 'average', gap: 'unknown', source: 'sum_latency' },
  { quantity: 'activeConnections', statistic: 'average', gap: 'zero', source: 'sum_latency' },
];
