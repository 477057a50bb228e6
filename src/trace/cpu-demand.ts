import { type ProblemError, problem } from '../problem/index.ts';
import { columnOf, placeOf } from './columns.ts';
import { IDLE_VCPU } from './idle.ts';
import { QUANTITIES } from './quantity.ts';
import { furtherColumn } from './questions.ts';
import type { TraceChunk, TraceHead } from './trace.ts';

/** vCPU that are wanted in each step: as measured, or as the load average or the queries say. */
export class CpuDemand {
  private readonly file: string;
  private readonly from: number;
  private readonly source: string;
  private readonly queries: number;
  /** What a value of the column that it is taken from is in vCPU. */
  private readonly factor: (value: number) => number;
  private readonly how: string | null;
  private samples = 0;
  private unknown = 0;
  /** Whether a database that nobody asked used some all the same. */
  private hasOwn = false;

  constructor(head: TraceHead, stepMs: number, cpuMsPerQuery: number | null) {
    this.queries = placeOf(head, 'queries');
    const measured = columnOf(head, 'cpu');
    const load = columnOf(head, 'load');
    this.file = head.name;
    this.factor = (value) => value;
    if (measured !== null) {
      this.from = placeOf(head, 'cpu');
      this.how =
        measured.statistic === 'maximum'
          ? 'CPU is the maximum of each step: the demand is taken to be as high all through it.'
          : null;
    } else if (load !== null) {
      this.from = placeOf(head, 'load');
      this.how = 'CPU follows from the load average: a process that runs or waits wants one vCPU.';
    } else if (this.queries !== -1) {
      if (cpuMsPerQuery === null) {
        throw problem(
          { file: head.name },
          'it has queries and no CPU',
          'say what one query takes, with --cpu-per-query 5ms or cpuPerQuery: 5ms',
        );
      }
      this.from = this.queries;
      this.factor = (count) => (count * cpuMsPerQuery) / stepMs;
      this.how = `CPU follows from the queries, each with ${cpuMsPerQuery} ms.`;
    } else {
      throw nothingToGoBy(head, stepMs);
    }
    this.source = `column "${head.columns[this.from]?.source}"`;
  }

  of({ values }: Pick<TraceChunk, 'values'>): Float64Array {
    const queries = values[this.queries];
    const { factor } = this;
    // What keeps a compute awake is somebody who asks, and not the few thousandths that a database uses by itself.
    return (values[this.from] as Float64Array).map((value, i) => {
      const vcpu = factor(value);
      return isNothing(vcpu, queries?.[i]) ? 0 : vcpu;
    });
  }

  /** Counts what there is to be said of it, and refuses what no machine can have been asked for. */
  see({ times, values }: Pick<TraceChunk, 'times' | 'values'>, vcpu: Float64Array): void {
    const from = values[this.from] as Float64Array;
    this.samples += vcpu.length;
    for (let i = 0; i < vcpu.length; i++) {
      const wanted = this.factor(from[i] as number);
      if (Number.isNaN(wanted)) this.unknown++;
      else if (wanted > MOST_VCPU) throw this.tooMuch(wanted, times[i] as number);
      else if (wanted > 0 && vcpu[i] === 0) this.hasOwn = true;
    }
  }

  private tooMuch(vcpu: number, atMs: number): ProblemError {
    return problem(
      { file: this.file, field: this.source },
      `at ${new Date(atMs).toISOString()} it comes to ${vcpu} vCPU, which no machine has`,
      'mend the value, or say another unit with --map',
    );
  }

  get notes(): string[] {
    const { how, unknown, samples, hasOwn, queries } = this;
    return [
      ...(how === null ? [] : [how]),
      ...(unknown > 0 ? [`${unknown} of ${samples} samples are not known: no demand is assumed there.`] : []),
      ...(hasOwn
        ? [
            `${queries === -1 ? `Up to ${IDLE_VCPU} vCPU` : 'CPU without queries'} is what a database uses by itself, and no demand.`,
          ]
        : []),
    ];
  }
}

/** What is so much larger than all else would leave nothing of it in a sum, and time would not go on. */
const MOST_VCPU = 1e12;

/** Queries know best whether anybody asks. */
function isNothing(vcpu: number, queries: number | undefined): boolean {
  return queries === undefined || Number.isNaN(queries) ? vcpu <= IDLE_VCPU : queries === 0;
}

function nothingToGoBy(head: TraceHead, stepMs: number): ProblemError {
  const quantity = furtherColumn({ columns: head.columns, stepMs, censored: 0 }) ?? 'cpu';
  return problem(
    { file: head.name },
    'it has no CPU, no load average and no queries',
    `add a column; ${quantity} (${QUANTITIES[quantity].what}) would answer most`,
  );
}
