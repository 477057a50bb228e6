import { problem } from '../../problem/index.ts';
import type { Demand, Zone } from '../../workload/index.ts';
import type { Column, TraceChunk, TraceStream } from '../trace.ts';
import { type DemandPart, demandPart } from './demand-part.ts';

/** How demand is written as a trace. */
interface GenerateSettings {
  readonly name: string;
  /** The start of the run, where random draws begin, and its end. */
  readonly startMs: number;
  readonly endMs: number;
  /** The first instant that the trace contains. */
  readonly fromMs: number;
  readonly stepMs: number;
  readonly zone: Zone;
  readonly seed: number;
  /** The prefix of the names of the random streams. */
  readonly path: string;
}

/**
 * Generates the CPU and the number of queries in each step, as if nothing slowed the clients down. The random draws
 * are those of a simulation with the same seed.
 */
export function generate(demand: readonly Demand[], settings: GenerateSettings): TraceStream {
  const { name, startMs, endMs, fromMs, stepMs, zone } = settings;
  if ((endMs - startMs) / stepMs > MOST_STEPS) {
    throw problem({ field: '‹step›' }, 'these would be too many samples', 'use a longer step');
  }
  return {
    head: { name, timezone: zone.name, stepMs, columns: [column('cpu'), column('queries')] },
    chunks: {
      async *[Symbol.asyncIterator]() {
        const parts = demand.map((one) => demandPart(one, settings));
        const first = Math.ceil((fromMs - startMs) / stepMs);
        const last = Math.ceil((endMs - startMs) / stepMs);
        // Draws the steps before the first one too, so that a part equals the same part of the whole trace.
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
