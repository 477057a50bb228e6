import { problem } from '../../problem/index.ts';
import type { Demand, Zone } from '../../workload/index.ts';
import type { Column, TraceChunk, TraceStream } from '../trace.ts';
import { type DemandPart, demandPart } from './demand-part.ts';

/** What a run of demand is written as a trace for. */
interface GenerateSettings {
  readonly name: string;
  /** The start of the run, from which on chance is drawn, and its end. */
  readonly startMs: number;
  readonly endMs: number;
  /** The first instant that is written. */
  readonly fromMs: number;
  readonly stepMs: number;
  readonly zone: Zone;
  readonly seed: number;
  /** What the streams of chance are named after. */
  readonly path: string;
}

/**
 * Demand as if it were measured where nothing holds it up: its CPU and its queries in each step. The draws are those of
 * a run of the same seed.
 */
export function generate(demand: readonly Demand[], settings: GenerateSettings): TraceStream {
  const { name, startMs, endMs, fromMs, stepMs, zone } = settings;
  if ((endMs - startMs) / stepMs > MOST_STEPS) {
    throw problem({ field: '--step' }, 'these would be too many samples', 'use a longer step');
  }
  return {
    head: { name, timezone: zone.name, stepMs, columns: [column('cpu'), column('queries')] },
    chunks: {
      async *[Symbol.asyncIterator]() {
        const parts = demand.map((one) => demandPart(one, settings));
        const first = Math.ceil((fromMs - startMs) / stepMs);
        const last = Math.ceil((endMs - startMs) / stepMs);
        // What came before is drawn too, so that a part is the same as in the whole.
        for (let step = 0; step < first; step++) totalOf(parts, startMs + step * stepMs, stepMs);
        for (let from = first; from < last; from += ROWS)
          yield chunkOf(parts, startMs + from * stepMs, Math.min(ROWS, last - from), stepMs);
      },
    },
  };
}

const MOST_STEPS = 5e7;
const ROWS = 1 << 12;

function column(quantity: Column['quantity']): Column {
  return { quantity, statistic: 'average', gap: 'zero', source: 'generated' };
}

function chunkOf(parts: readonly DemandPart[], fromMs: number, rows: number, stepMs: number): TraceChunk {
  const times = Float64Array.from({ length: rows }, (_, i) => fromMs + i * stepMs);
  const cpu = new Float64Array(rows);
  const queries = new Float64Array(rows);
  times.forEach((time, i) => {
    const total = totalOf(parts, time, stepMs);
    cpu[i] = total.cpuMs / stepMs;
    queries[i] = total.queries;
  });
  return { times, values: [cpu, queries], events: [] };
}

function totalOf(parts: readonly DemandPart[], fromMs: number, stepMs: number) {
  let [cpuMs, queries] = [0, 0];
  for (const part of parts) {
    const own = part(fromMs, fromMs + stepMs);
    cpuMs += own.cpuMs;
    queries += own.queries;
  }
  return { cpuMs, queries };
}
