import { problem } from '../problem/index.ts';
import type { Demand, Profile } from '../workload/index.ts';
import { censored } from './censored.ts';
import { largest, MAXIMUM_FIRST, valuesOf } from './columns.ts';
import { cpuDemand } from './cpu-demand.ts';
import { fillGaps } from './fill-gaps.ts';
import { usualStepMs } from './holds.ts';
import type { Trace } from './trace.ts';

/** What a trace has to be told to become demand. */
export interface DemandSettings {
  readonly name: string;
  /** The start of the run; samples come at their own times. */
  readonly startMs: number;
  /** CPU of one query; null: not told, so what the trace says of it, or else that of a usual one. */
  readonly cpuMsPerQuery: number | null;
  /** The vCPU of the machine that was measured; null: not told. */
  readonly vcpus: number | null;
  /** Memory that a compute needs anyway, and for each connection: what was measured holds it already. */
  readonly baseMemoryBytes: number;
  readonly connectionMemoryBytes: number;
}

export interface TraceDemand {
  readonly demand: readonly Demand[];
  /** The largest that was seen; null: the trace does not say. */
  readonly workingSetBytes: number | null;
  /** What was assumed, a sentence each. */
  readonly notes: readonly string[];
}

export const USUAL_QUERY_MS = 20;

/** What a trace asks of a compute, as a flow of load. */
export function demandOf(trace: Trace, settings: DemandSettings): TraceDemand {
  if (trace.times.length === 0) {
    throw problem({ file: trace.head.name }, 'it has no samples', 'name a trace that has some');
  }
  const notes: string[] = [];
  if (trace.head.stepMs === null) notes.push('Its times are uneven: it was put into steps of their median.');
  const even = fillGaps(trace);
  const { times } = even;
  const stepMs = even.head.stepMs ?? usualStepMs(even);
  const samples = (values: Float64Array): Profile => ({
    kind: 'samples',
    atMs: (times[0] as number) - settings.startMs,
    stepMs,
    values,
  });
  const cpu = cpuDemand(even, stepMs, settings.cpuMsPerQuery);
  notes.push(...cpu.notes);
  const seen = settings.cpuMsPerQuery === null ? cpuOfQuery(cpu.vcpu, even, stepMs) : null;
  if (seen !== null) notes.push(`A query takes ${seen} ms of CPU, as all CPU over all queries says.`);
  const cpuMsPerQuery = settings.cpuMsPerQuery ?? seen ?? USUAL_QUERY_MS;
  const full = censored(trace, settings.vcpus);
  if (full !== null && full.samples > 0) {
    notes.push(
      `${full.samples} of ${full.of} samples of CPU are at 90% or more of what there was: they say "at least", and the demand may have been higher.`,
    );
  }
  const connections = most(even, 'connections');
  if (connections > 0) {
    notes.push(`Connections: ${connections}, the most that were open, whenever there is demand.`);
  }
  const elsewhere = settings.baseMemoryBytes + connections * settings.connectionMemoryBytes;
  const memory = valuesOf(even, 'memory')?.values;
  if (memory !== undefined) {
    notes.push('Memory: as measured, less what a compute and its connections are assumed to need anyway.');
  }
  const active = most(even, 'activeConnections');
  if (active > 0) notes.push(`At most ${active} queries at once, the most that were seen.`);
  const workingSet = largest(valuesOf(even, 'workingSet', MAXIMUM_FIRST)?.values ?? new Float64Array());
  return {
    demand: [
      {
        kind: 'load',
        name: settings.name,
        vcpu: samples(cpu.vcpu),
        cpuMsPerQuery,
        concurrency: active > 0 ? active : null,
        connections,
        memoryBytes:
          memory === undefined
            ? { kind: 'constant', value: 0 }
            : // What changes while nobody wants anything would look like somebody who does.
              samples(
                memory.map((bytes, i) => ((cpu.vcpu[i] as number) > 0 ? Math.max(0, bytes - elsewhere) : 0)),
              ),
        pagesPerQuery: 0,
      },
    ],
    workingSetBytes: workingSet,
    notes,
  };
}

/** CPU of a query on average; null where the trace has no queries, or so little CPU that it says nothing. */
function cpuOfQuery(vcpu: Float64Array, trace: Trace, stepMs: number): number | null {
  const queries = valuesOf(trace, 'queries')?.values;
  if (queries === undefined) return null;
  let [cpuMs, count] = [0, 0];
  queries.forEach((value, i) => {
    const cpu = vcpu[i] as number;
    if (Number.isNaN(value) || Number.isNaN(cpu)) return;
    cpuMs += cpu * stepMs;
    count += value;
  });
  const each = Math.round((100 * cpuMs) / count) / 100;
  return each >= 0.01 && Number.isFinite(each) ? each : null;
}

function most(trace: Trace, quantity: 'connections' | 'activeConnections'): number {
  return Math.ceil(largest(valuesOf(trace, quantity, MAXIMUM_FIRST)?.values ?? new Float64Array()) ?? 0);
}
