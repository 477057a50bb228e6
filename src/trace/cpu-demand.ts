import { type ProblemError, problem } from '../problem/index.ts';
import { valuesOf } from './columns.ts';
import { IDLE_VCPU } from './idle.ts';
import { QUANTITIES } from './quantity.ts';
import { furtherColumn } from './questions.ts';
import type { Trace } from './trace.ts';

/** vCPU that are wanted in each step: as measured, or as the load average or the queries say. */
export function cpuDemand(
  trace: Trace,
  stepMs: number,
  cpuMsPerQuery: number | null,
): { readonly vcpu: Float64Array; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const queries = valuesOf(trace, 'queries')?.values;
  const measured = valuesOf(trace, 'cpu');
  const load = valuesOf(trace, 'load');
  let wanted: Float64Array;
  if (measured !== null) {
    wanted = measured.values;
    if (measured.column.statistic === 'maximum')
      notes.push('CPU is the maximum of each step: the demand is taken to be as high all through it.');
  } else if (load !== null) {
    wanted = load.values;
    notes.push('CPU follows from the load average: a process that runs or waits wants one vCPU.');
  } else if (queries !== undefined) {
    if (cpuMsPerQuery === null) {
      throw problem(
        { file: trace.head.name },
        'it has queries and no CPU',
        'say what one query takes, with --cpu-per-query 5ms or cpuPerQuery: 5ms',
      );
    }
    wanted = queries.map((count) => (count * cpuMsPerQuery) / stepMs);
    notes.push(`CPU follows from the queries, each with ${cpuMsPerQuery} ms.`);
  } else {
    throw nothingToGoBy(trace, stepMs);
  }
  const unknown = wanted.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
  if (unknown > 0)
    notes.push(`${unknown} of ${wanted.length} samples are not known: no demand is assumed there.`);
  // What keeps a compute awake is somebody who asks, and not the few thousandths that a database uses by itself.
  const vcpu = wanted.map((value, i) => (isNothing(value, queries?.[i]) ? 0 : value));
  if (vcpu.some((value, i) => value === 0 && (wanted[i] as number) > 0)) {
    notes.push(
      `${queries === undefined ? `Up to ${IDLE_VCPU} vCPU` : 'CPU without queries'} is what a database uses by itself, and no demand.`,
    );
  }
  return { vcpu, notes };
}

/** Queries know best whether anybody asks. */
function isNothing(vcpu: number, queries: number | undefined): boolean {
  return queries === undefined || Number.isNaN(queries) ? vcpu <= IDLE_VCPU : queries === 0;
}

function nothingToGoBy({ head }: Trace, stepMs: number): ProblemError {
  const quantity = furtherColumn({ columns: head.columns, stepMs, censored: 0 }) ?? 'cpu';
  return problem(
    { file: head.name },
    'it has no CPU, no load average and no queries',
    `add a column; ${quantity} (${QUANTITIES[quantity].what}) would answer most`,
  );
}
