import type { FactSet } from '../../facts/index.ts';
import { noData } from '../../problem/index.ts';
import { FastestQuery } from '../activity/threshold.ts';
import { type TimedBound, TraceBounds } from '../bounds/bounds.ts';
import { Censored, type CensoredSamples } from '../bounds/censored.ts';
import { columnIndex, MAXIMUM_FIRST } from '../columns.ts';
import { evenly } from '../operators/evenly.ts';
import type { Quantity } from '../quantity.ts';
import { meterOf, type Span } from '../span.ts';
import type { TraceChunk, TraceHead, TraceStream } from '../trace.ts';
import { type CensoredDemand, CpuDemand, type CpuSettings } from './cpu-demand.ts';
import type { CpuBound } from './cpu-source.ts';

interface SurveySettings extends CpuSettings {
  /** The facts that limits follow from. Without them only the limit of CPU is considered. */
  readonly facts?: FactSet | undefined;
}

/** Surveys a stream and its span. A stream with uneven times is read twice: the first pass finds the median step. */
export async function surveyDemand(
  stream: TraceStream,
  settings: SurveySettings,
): Promise<{ readonly survey: DemandSurvey; readonly span: Span }> {
  const { head, chunks } = stream;
  const meter = await meterOf(stream);
  const survey = new DemandSurvey(head, meter.span, settings);
  const even = evenly(meter.span)(head).begin();
  for await (const chunk of chunks) {
    if (head.stepMs !== null) meter.take(chunk);
    survey.takeRaw(chunk);
    for (const made of even.take(chunk)) survey.takeEven(made);
  }
  for (const made of even.end()) survey.takeEven(made);
  survey.end();
  return { survey, span: meter.span };
}

/** Facts that need the whole trace, before its first sample can become demand. */
export class DemandSurvey {
  /** The head of the trace after resampling to even steps. */
  readonly head: TraceHead;
  readonly rawSpan: Span;
  readonly stepMs: number;
  readonly isUneven: boolean;
  /** The start of the first even step. */
  firstMs = 0;
  readonly cpu: CpuDemand;
  private steps = 0;
  private readonly censored: Censored;
  private readonly limits: TraceBounds | null;
  private readonly largest: Readonly<Record<'connections' | 'activeConnections' | 'workingSet', Largest>>;
  private readonly queriesAt: number;
  private readonly fastest = new FastestQuery();
  private cpuMs = 0;
  private queries = 0;

  /** @param ahead the span as known so far: complete for uneven times, otherwise only its usual step */
  constructor(raw: TraceHead, ahead: Span, settings: SurveySettings) {
    const even = evenly(ahead)(raw).head;
    this.head = even;
    this.rawSpan = ahead;
    this.isUneven = raw.stepMs === null;
    this.stepMs = even.stepMs ?? ahead.usualMs;
    this.cpu = new CpuDemand(even, this.stepMs, settings);
    this.censored = new Censored(raw, settings.vcpus);
    this.limits = settings.facts === undefined ? null : new TraceBounds(even, this.stepMs, settings.facts);
    this.largest = {
      connections: new Largest(even, 'connections'),
      activeConnections: new Largest(even, 'activeConnections'),
      workingSet: new Largest(even, 'workingSet'),
    };
    this.queriesAt = columnIndex(even, 'queries');
  }

  takeRaw(chunk: TraceChunk): void {
    this.fastest.take(chunk.events);
    this.censored.take(chunk);
  }

  takeEven(chunk: TraceChunk): void {
    const { times, values, steps = 1 } = chunk;
    if (times.length === 0) return;
    if (this.steps === 0) this.firstMs = times[0] as number;
    this.steps += times.length * steps;
    const vcpu = this.cpu.used(chunk);
    this.cpu.count(chunk, vcpu);
    this.limits?.take(chunk, vcpu);
    for (const one of Object.values(this.largest)) one.take(values);
    const queries = values[this.queriesAt];
    if (queries === undefined) return;
    for (let i = 0; i < queries.length; i++) {
      const [count, cpu] = [queries[i] as number, vcpu[i] as number];
      if (Number.isNaN(count) || Number.isNaN(cpu)) continue;
      this.cpuMs += cpu * this.stepMs;
      this.queries += count;
    }
  }

  end(): void {
    this.cpu.end();
    if (this.steps > 0) return;
    throw noData({ file: this.head.name }, 'it has no samples', 'name a trace that has some');
  }

  /** Null if CPU was measured, or if the CPU of one query was given. */
  get cpuBound(): CpuBound | null {
    const { bound: by } = this.cpu;
    return by === null ? null : { by, fastestMs: this.fastest.thresholdMs };
  }

  get hiddenDemand(): CensoredSamples | null {
    return this.censored.result;
  }

  /** Counted in the even steps that become demand. */
  get censoredDemand(): CensoredDemand | null {
    return this.cpu.hiddenDemand;
  }

  /** Samples of other quantities that are at a known limit. */
  get bounds(): readonly TimedBound[] {
    return this.limits?.result ?? [];
  }

  /** The largest known value. Null if there is none. */
  largestOf(quantity: 'connections' | 'activeConnections' | 'workingSet'): number | null {
    return this.largest[quantity].value;
  }

  /** The most queries at once. Null without a column of maximums, because averages and single readings miss peaks. */
  get mostAtOnce(): number | null {
    const { value, isMaximum } = this.largest.activeConnections;
    return isMaximum && value !== null ? Math.ceil(value) : null;
  }

  /** The mean CPU of a query. Null if the trace has no queries, or less than 0.01 ms for each. */
  get cpuMsPerQuery(): number | null {
    if (this.queriesAt === -1) return null;
    const each = Math.round((100 * this.cpuMs) / this.queries) / 100;
    return each >= 0.01 && Number.isFinite(each) ? each : null;
  }
}

class Largest {
  value: number | null = null;
  readonly isMaximum: boolean;
  private readonly index: number;

  constructor(head: TraceHead, quantity: Quantity) {
    this.index = columnIndex(head, quantity, MAXIMUM_FIRST);
    this.isMaximum = head.columns[this.index]?.statistic === 'maximum';
  }

  take(values: readonly Float64Array[]): void {
    for (const value of values[this.index] ?? [])
      if (value > (this.value ?? Number.NEGATIVE_INFINITY)) this.value = value;
  }
}
