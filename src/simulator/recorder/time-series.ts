import type { High } from '../../compute/index.ts';
import { cuOf, DAY_MS, HOUR_MS, MINUTE_MS, type QuarterCu, SECOND_MS } from '../../facts/index.ts';
import type { Simulation } from '../simulation.ts';
import { EVENT, type EventNumber } from './event-kinds.ts';

/** The readings of a compute for the time series. */
export interface ObservedCompute {
  readonly connections: number;
  readonly meter: { readonly lowest: number; readonly highest: number; restart(): void };
  readonly scaling: { readonly loadHigh: High; load1At(nowMs: number): number };
  readonly cpu: {
    readonly backlog: High;
    backlogAt(nowMs: number): number;
    usedCpuMsAt(nowMs: number): number;
    throttledMsAt(nowMs: number): number;
  };
  readonly cache: { hitsAt(nowMs: number): number; missesAt(nowMs: number): number };
  readonly disk: { readonly used: High; readonly usedBytes: number };
  readonly clients: { readonly connections: { readonly atOnce: High } };
  counted(kind: EventNumber): number;
}

/** The most steps in a document: of one compute, and of all computes of a project. */
const MOST_STEPS = 750;
const MOST_STEPS_OF_ALL = 20_000;

/** Step lengths that are easy to read. */
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
];

/** Returns the shortest step length for which a run with this many computes has few enough steps. */
export function timeSeriesStepMs(horizonMs: number, computes: number): number {
  const most = Math.max(1, Math.min(MOST_STEPS, Math.floor(MOST_STEPS_OF_ALL / Math.max(1, computes))));
  const fits = STEPS_MS.find((stepMs) => horizonMs / stepMs <= most);
  return fits ?? Math.ceil(horizonMs / most / DAY_MS) * DAY_MS;
}

/**
 * The time series of one compute, in steps of one length. A step keeps the maximum of quantities with spikes,
 * so that no spike is lost in a long step.
 */
export class TimeSeries {
  readonly stepMs: number;
  private readonly columns = noSteps();
  /** The sums at the end of the closed steps, and the last that were read. */
  private before = new Sums();
  private now = new Sums();
  private fromMs = 0;
  private readonly run: ObservedCompute;

  constructor(run: ObservedCompute, { horizonMs, computes }: Simulation) {
    this.run = run;
    this.stepMs = timeSeriesStepMs(horizonMs, computes.length);
  }

  close(nowMs: number): void {
    const { meter, scaling, cpu, clients, disk } = this.run;
    this.addStep(this.columns, nowMs);
    [this.before, this.now] = [this.now, this.before];
    this.fromMs = nowMs;
    meter.restart();
    scaling.loadHigh.restart(scaling.load1At(nowMs));
    cpu.backlog.restart(cpu.backlogAt(nowMs));
    clients.connections.atOnce.restart(this.run.connections);
    disk.used.restart(disk.usedBytes);
  }

  /** Returns all steps so far, with the unfinished one. */
  at(nowMs: number): TimeSeriesColumns {
    const columns = Object.entries(this.columns).map(([name, column]) => [name, [...column]]);
    const copy = Object.fromEntries(columns) as TimeSeriesColumns;
    if (nowMs > this.fromMs) this.addStep(copy, nowMs);
    return copy;
  }

  /** Adds the step that ends at a time to columns. */
  private addStep(columns: TimeSeriesColumns, nowMs: number): void {
    const { run, before, now } = this;
    now.read(run, nowMs);
    const { meter, scaling, cpu, clients, disk } = run;
    const [hits, misses] = [now.hits - before.hits, now.misses - before.misses];
    columns.leastCu.push(cuOf(meter.lowest as QuarterCu));
    columns.mostCu.push(cuOf(meter.highest as QuarterCu));
    columns.usedVcpu.push(rounded((now.usedCpuMs - before.usedCpuMs) / (nowMs - this.fromMs), 1e4));
    columns.mostLoad1.push(rounded(scaling.loadHigh.recentAt(scaling.load1At(nowMs)), 1e3));
    columns.throttledMs.push(now.throttledMs - before.throttledMs);
    columns.mostQueuedCpuMs.push(Math.round(cpu.backlog.recentAt(cpu.backlogAt(nowMs))));
    columns.mostConnections.push(clients.connections.atOnce.recentAt(run.connections));
    columns.refused.push(now.refused - before.refused);
    columns.hitRatio.push(hits + misses === 0 ? null : rounded(hits / (hits + misses), 1e4));
    columns.mostDiskBytes.push(disk.used.recentAt(disk.usedBytes));
  }
}

/** The steps as columns, one list for each quantity. */
type TimeSeriesColumns = ReturnType<typeof noSteps>;

function noSteps() {
  return {
    /** Sizes are 0 while the compute sleeps. */
    leastCu: [] as number[],
    mostCu: [] as number[],
    /** The mean over the step. */
    usedVcpu: [] as number[],
    mostLoad1: [] as number[],
    throttledMs: [] as number[],
    mostQueuedCpuMs: [] as number[],
    mostConnections: [] as number[],
    /** The number of refused connections. */
    refused: [] as number[],
    /** Null if no pages were read. */
    hitRatio: [] as (number | null)[],
    mostDiskBytes: [] as number[],
  };
}

/** The sums of a run so far. They are read in place, because a new object for each step can take most of the time. */
class Sums {
  usedCpuMs = 0;
  throttledMs = 0;
  hits = 0;
  misses = 0;
  refused = 0;

  read(run: ObservedCompute, nowMs: number): void {
    const { cpu, cache } = run;
    this.usedCpuMs = cpu.usedCpuMsAt(nowMs);
    this.throttledMs = cpu.throttledMsAt(nowMs);
    this.hits = cache.hitsAt(nowMs);
    this.misses = cache.missesAt(nowMs);
    this.refused = run.counted(EVENT.connectionRefused);
  }
}

function rounded(value: number, factor: number): number {
  return Math.round(value * factor) / factor;
}
