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
  private readonly rows: TimeSeriesRow[] = [];
  private before: Sums = NOTHING;
  private fromMs = 0;
  private readonly run: ObservedCompute;

  constructor(run: ObservedCompute, { horizonMs, computes }: Simulation) {
    this.run = run;
    this.stepMs = timeSeriesStepMs(horizonMs, computes.length);
  }

  close(nowMs: number): void {
    const { meter, scaling, cpu, clients, disk } = this.run;
    this.rows.push(this.rowAt(nowMs));
    this.before = this.sumsAt(nowMs);
    this.fromMs = nowMs;
    meter.restart();
    scaling.loadHigh.restart(scaling.load1At(nowMs));
    cpu.backlog.restart(cpu.backlogAt(nowMs));
    clients.connections.atOnce.restart(this.run.connections);
    disk.used.restart(disk.usedBytes);
  }

  /** Returns all steps so far, with the unfinished one. */
  at(nowMs: number): readonly TimeSeriesRow[] {
    return nowMs > this.fromMs ? [...this.rows, this.rowAt(nowMs)] : this.rows;
  }

  private rowAt(nowMs: number): TimeSeriesRow {
    const { run, before } = this;
    const { meter, scaling, cpu, clients, disk } = run;
    const sums = this.sumsAt(nowMs);
    const [hits, misses] = [sums.hits - before.hits, sums.misses - before.misses];
    return {
      leastCu: cuOf(meter.lowest as QuarterCu),
      mostCu: cuOf(meter.highest as QuarterCu),
      usedVcpu: rounded((sums.usedCpuMs - before.usedCpuMs) / (nowMs - this.fromMs), 1e4),
      mostLoad1: rounded(scaling.loadHigh.recentAt(scaling.load1At(nowMs)), 1e3),
      throttledMs: sums.throttledMs - before.throttledMs,
      mostQueuedCpuMs: Math.round(cpu.backlog.recentAt(cpu.backlogAt(nowMs))),
      refused: sums.refused - before.refused,
      mostConnections: clients.connections.atOnce.recentAt(run.connections),
      hitRatio: hits + misses === 0 ? null : rounded(hits / (hits + misses), 1e4),
      mostDiskBytes: disk.used.recentAt(disk.usedBytes),
    };
  }

  private sumsAt(nowMs: number): Sums {
    const { cpu, cache } = this.run;
    return {
      usedCpuMs: cpu.usedCpuMsAt(nowMs),
      throttledMs: cpu.throttledMsAt(nowMs),
      hits: cache.hitsAt(nowMs),
      misses: cache.missesAt(nowMs),
      refused: this.run.counted(EVENT.connectionRefused),
    };
  }
}

/** One step. Sizes are 0 while the compute sleeps. */
interface TimeSeriesRow {
  readonly leastCu: number;
  readonly mostCu: number;
  /** The mean over the step. */
  readonly usedVcpu: number;
  readonly mostLoad1: number;
  readonly throttledMs: number;
  readonly mostQueuedCpuMs: number;
  readonly mostConnections: number;
  /** The number of refused connections. */
  readonly refused: number;
  /** Null if no pages were read. */
  readonly hitRatio: number | null;
  readonly mostDiskBytes: number;
}

/** Returns the rows as columns, one list for each quantity. */
export function timeSeriesColumns(rows: readonly TimeSeriesRow[]) {
  const column = <Name extends keyof TimeSeriesRow>(name: Name) => rows.map((row) => row[name]);
  return {
    leastCu: column('leastCu'),
    mostCu: column('mostCu'),
    usedVcpu: column('usedVcpu'),
    mostLoad1: column('mostLoad1'),
    throttledMs: column('throttledMs'),
    mostQueuedCpuMs: column('mostQueuedCpuMs'),
    mostConnections: column('mostConnections'),
    refused: column('refused'),
    hitRatio: column('hitRatio'),
    mostDiskBytes: column('mostDiskBytes'),
  };
}

interface Sums {
  readonly usedCpuMs: number;
  readonly throttledMs: number;
  readonly hits: number;
  readonly misses: number;
  readonly refused: number;
}

const NOTHING: Sums = { usedCpuMs: 0, throttledMs: 0, hits: 0, misses: 0, refused: 0 };

function rounded(value: number, factor: number): number {
  return Math.round(value * factor) / factor;
}
