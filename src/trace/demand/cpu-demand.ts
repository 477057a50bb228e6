import { type ProblemError, problem } from '../../problem/index.ts';
import { LEAST_CPU_MS_PER_QUERY } from '../../workload/index.ts';
import { Capacity, isAtLimit } from '../bounds/censored.ts';
import { type MarkedSpan, MarkedSpans } from '../bounds/marked-spans.ts';
import { columnIndex } from '../columns.ts';
import { IDLE_VCPU } from '../idle/idle.ts';
import { QUANTITIES } from '../quantity.ts';
import { furtherColumn } from '../summary/questions.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';
import { BOUND_WORDS, type CpuBoundKind, type CpuSource, cpuSourceOf, isCpuBound } from './cpu-source.ts';
import { EstimatedDemand, type RebuiltFrom } from './estimated-demand.ts';

/** Samples whose CPU is a lower bound of the demand, because CPU was at its limit. */
export interface CensoredDemand {
  readonly samples: number;
  /** How many samples have any demand. */
  readonly busy: number;
  /** The column that the demand in these samples is derived from. Null if none tells it. */
  readonly rebuiltFrom: RebuiltFrom | null;
  /** The largest capacity in force during these samples, in CU. */
  readonly capacityCu: number;
  /** The most processes that ran or waited during these samples. Null if the trace has no load average. */
  readonly mostAtOnce: number | null;
  /** When these samples were. */
  readonly spans: readonly MarkedSpan[];
}

export interface CpuSettings {
  /** CPU of one query. Null if the caller gives none. */
  readonly cpuMsPerQuery: number | null;
  /** The vCPU of the machine that was measured. Null if unknown. */
  readonly vcpus: number | null;
  /** The factor from CPU used to demand, for samples at the limit, if no other column tells their demand. */
  readonly uplift?: number | undefined;
}

/** The vCPU that clients ask for in each step: measured, or derived from the load average or from queries. */
export class CpuDemand {
  private readonly file: string;
  private readonly from: number;
  private readonly source: string;
  private readonly queries: number;
  /** Converts a value of the source column to vCPU. */
  private readonly factor: (value: number) => number;
  private readonly derivation: string | null;
  /** Whether CPU is calculated from the number of queries, so that it depends on the CPU of one query. */
  readonly isOfQueries: boolean;
  /** Whether CPU is a load average, so that processes that waited count too. */
  readonly countsWaits: boolean;
  /** Whether CPU was measured, not derived from something else. */
  readonly isMeasured: boolean;
  /** The source of the upper bound of CPU. Null if CPU was measured, or if the CPU of one query was given. */
  readonly bound: CpuBoundKind | null;
  private mostUsed = 0;
  private readonly capacity: Capacity;
  private readonly estimated: EstimatedDemand;
  private readonly uplift: number;
  private readonly stepMs: number;
  private readonly spans = new MarkedSpans();
  private samples = 0;
  private busy = 0;
  private samplesAtLimit = 0;
  private largestLimitCu = 0;
  private mostRunnable = 0;
  private unknown = 0;
  /** Whether any step had CPU of the database's own, without a client. */
  private hasIdleCpu = false;

  constructor(head: TraceHead, stepMs: number, { cpuMsPerQuery, vcpus, uplift = 1 }: CpuSettings) {
    this.capacity = new Capacity(head, vcpus);
    this.estimated = new EstimatedDemand(head, stepMs);
    this.uplift = uplift;
    this.stepMs = stepMs;
    this.queries = columnIndex(head, 'queries');
    this.file = head.name;
    this.factor = (value) => value;
    const source = cpuSourceOf(head);
    const isSeen = source?.kind === 'cpu' || source?.kind === 'load';
    this.isOfQueries = !isSeen && this.queries !== -1 && cpuMsPerQuery !== null;
    if (this.isOfQueries && cpuMsPerQuery !== null) {
      this.from = this.queries;
      this.factor = (count) => (count * cpuMsPerQuery) / stepMs;
      this.derivation = `CPU follows from the queries, each with ${cpuMsPerQuery} ms.`;
    } else if (source !== null) {
      this.from = head.columns.indexOf(source.column);
      this.derivation = derivationNote(source);
    } else throw this.queries === -1 ? noCpuColumn(head, stepMs) : noCpuPerQuery(head.name);
    this.countsWaits = source?.kind === 'load';
    this.isMeasured = source?.kind === 'cpu';
    this.bound = source !== null && !this.isOfQueries && isCpuBound(source.kind) ? source.kind : null;
    this.source = `column "${head.columns[this.from]?.source}"`;
  }

  /** The demand of each step. At the limit of CPU it is estimated from another column, or is the CPU used times `uplift`. */
  demandIn({ values }: Pick<TraceChunk, 'values'>): Float64Array {
    const used = this.used({ values });
    if (!this.isMeasured || !this.capacity.isKnown) return used;
    return used.map((vcpu, i) => {
      if (!this.isSampleAtLimit(values, vcpu, i)) return vcpu;
      const wanted = this.estimated.at(values, i);
      return Number.isNaN(wanted) ? vcpu * this.uplift : Math.max(vcpu, wanted);
    });
  }

  /** The CPU used in each step, without the CPU that an idle database uses by itself. */
  used({ values }: Pick<TraceChunk, 'values'>): Float64Array {
    const queries = values[this.queries];
    const { factor, bound } = this;
    if (bound !== null) return this.boundedCpu(values, queries);
    // Only clients keep a compute awake. The few thousandths that a database uses by itself must not.
    return (values[this.from] as Float64Array).map((value, i) => {
      const vcpu = factor(value);
      return isIdleSample(vcpu, queries?.[i]) ? 0 : vcpu;
    });
  }

  /** The bound of CPU, limited by the capacity. A step with queries always has some demand. */
  private boundedCpu(values: TraceChunk['values'], queries: Float64Array | undefined): Float64Array {
    const { capacity, stepMs } = this;
    return (values[this.from] as Float64Array).map((value, i) => {
      const most = capacity.isKnown ? (capacity.at(values, i) ?? value) : value;
      const least = ((queries?.[i] || 0) * LEAST_CPU_MS_PER_QUERY) / stepMs;
      return value > 0 ? Math.min(value, most) : least > 0 ? least : value;
    });
  }

  /** Counts samples for the notes, and refuses a value that no machine can reach. */
  count({ times, values, steps = 1 }: Omit<TraceChunk, 'events'>, used: Float64Array): void {
    const from = values[this.from] as Float64Array;
    this.samples += used.length * steps;
    for (let i = 0; i < used.length; i++) {
      const vcpu = used[i] as number;
      if (vcpu > 0) this.busy++;
      if ((from[i] as number) > this.mostUsed) this.mostUsed = from[i] as number;
      if (this.isMeasured && this.isSampleAtLimit(values, vcpu, i)) {
        this.samplesAtLimit++;
        this.spans.mark(times[i] as number, (times[i] as number) + this.stepMs);
        this.largestLimitCu = Math.max(this.largestLimitCu, this.capacity.at(values, i) ?? 0);
        this.mostRunnable = Math.max(this.mostRunnable, known(this.estimated.at(values, i)));
      }
      const wanted = this.factor(from[i] as number);
      if (Number.isNaN(wanted)) this.unknown += steps;
      else if (wanted > MOST_VCPU) throw this.impossibleValue(wanted, times[i] as number);
      else if (wanted > 0 && vcpu === 0) this.hasIdleCpu = true;
    }
  }

  /** A log may have queries without any duration. */
  end(): void {
    if (this.bound !== null && this.mostUsed === 0 && this.busy > 0) throw noCpuPerQuery(this.file);
  }

  /** Null if the capacity is unknown. */
  get hiddenDemand(): CensoredDemand | null {
    if (!this.isMeasured || !this.capacity.isKnown) return null;
    const { samplesAtLimit: samples, busy, largestLimitCu: capacityCu, mostRunnable } = this;
    const rebuiltFrom = this.estimated.from;
    const mostAtOnce = rebuiltFrom === 'load' && mostRunnable > 0 ? Math.ceil(mostRunnable) : null;
    return { samples, busy, rebuiltFrom, capacityCu, mostAtOnce, spans: this.spans.all };
  }

  private isSampleAtLimit(values: TraceChunk['values'], vcpu: number, i: number): boolean {
    return vcpu > 0 && isAtLimit(vcpu, this.capacity.at(values, i));
  }

  private impossibleValue(vcpu: number, atMs: number): ProblemError {
    return problem(
      { file: this.file, field: this.source },
      `at ${new Date(atMs).toISOString()} the value is ${vcpu} vCPU, which no machine has`,
      'correct the value, or give another unit with ‹map›',
    );
  }

  get notes(): string[] {
    const { derivation, unknown, samples, hasIdleCpu, queries } = this;
    return [
      ...(derivation === null ? [] : [derivation]),
      ...(unknown > 0 ? [`${unknown} of ${samples} samples are unknown and count as no demand.`] : []),
      ...(hasIdleCpu
        ? [
            `${queries === -1 ? `Up to ${IDLE_VCPU} vCPU` : 'CPU without queries'} counts as the CPU of an idle database, not as demand.`,
          ]
        : []),
    ];
  }
}

/** A value this large would swallow all others in a floating-point sum, so that simulated time would stop. */
const MOST_VCPU = 1e12;

const known = (value: number) => (Number.isNaN(value) ? 0 : value);

/** If the number of queries is known, it decides whether a sample is idle. */
function isIdleSample(vcpu: number, queries: number | undefined): boolean {
  return queries === undefined || Number.isNaN(queries) ? vcpu <= IDLE_VCPU : queries === 0;
}

function derivationNote({ kind, column }: CpuSource): string | null {
  if (kind === 'cpu')
    return column.statistic === 'maximum'
      ? 'CPU is the maximum of each step: demand is assumed to be that high throughout the step.'
      : null;
  if (kind === 'load')
    return 'CPU is estimated from the load average: each process that runs or waits counts as one vCPU.';
  if (kind === 'size')
    return 'CPU was not measured, so the size in force stands in for it. Demand was at most as high: results are upper bounds, and a smaller size may be enough.';
  return `CPU was not measured, so the demand is its upper bound: ${BOUND_WORDS[kind]}.`;
}

function noCpuPerQuery(file: string): ProblemError {
  return problem(
    { file },
    'it has queries and no CPU',
    'give the CPU of one query with ‹cpuPerQuery› 5ms or cpuPerQuery: 5ms',
    [{ options: [['cpuPerQuery', '5ms']], when: 'if a query takes 5 ms of CPU' }],
  );
}

function noCpuColumn(head: TraceHead, stepMs: number): ProblemError {
  const quantity = furtherColumn({ columns: head.columns, stepMs, hiddenDemand: 0, bounds: [] }) ?? 'cpu';
  return problem(
    { file: head.name },
    'it has no CPU, no load average and no queries',
    `add a column; ${quantity} (${QUANTITIES[quantity].what}) would answer most`,
  );
}
