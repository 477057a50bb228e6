import { LOAD_TICK_MS } from '../../src/compute/index.ts';
import { MINUTE_MS } from '../../src/facts/index.ts';
import type { Trajectory } from './autoscaled.ts';
import { type Behaviour, median, medianBehaviour } from './behaviour.ts';
import type { QueryCost } from './queries.ts';
import type { ComparedExperiment, ComparedShape, Twice } from './results.ts';

/** How far predictions may be from what was measured, below saturation. */
export const GOALS = { throughput: 0.03, cpu: 0.03, p95: 0.2, cuHours: 0.05, scaleUpMs: 5000 } as const;

/** The middle of all measurements, and of their errors: prediction divided by measurement, less 1. */
export interface ExperimentErrors {
  readonly measured: Behaviour;
  readonly predicted: Behaviour;
  readonly throughput: number;
  readonly cpu: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** The 95th percentile of a second measurement, divided by that of the first, less 1. */
  readonly p95Again: number;
  readonly load: number;
  /** The processor time of a query in the experiment, divided by that of the same query alone. */
  readonly costRatio: number;
  /** Whether the goals hold for this experiment: it asks for 70% of the processors at most. */
  readonly isJudged: boolean;
  readonly isWithin: boolean;
}

export function experimentErrors({
  parts,
  use,
  demand,
  connectionCpuMs,
}: ComparedExperiment): ExperimentErrors {
  const measured = parts.flatMap((part) => part.measured);
  const predicted = parts.flatMap((part) => part.predicted);
  const error = (of: (one: Behaviour) => number) =>
    median(measured.map((one, n) => of(predicted[n] as Behaviour) / of(one))) - 1;
  const [throughput, cpu, p95] = [
    error(({ perSecond }) => perSecond),
    error(({ usedVcpu }) => usedVcpu),
    error(({ p95Ms }) => p95Ms),
  ];
  return {
    measured: medianBehaviour(measured),
    predicted: medianBehaviour(predicted),
    throughput,
    cpu,
    p50: error(({ p50Ms }) => p50Ms),
    p95,
    p99: error(({ p99Ms }) => p99Ms),
    p95Again: median(parts.map(({ measured: [first, second] }) => second.p95Ms / first.p95Ms)) - 1,
    load: error(({ runnable }) => runnable),
    costRatio: median(
      parts.map(({ alone, measured }) => {
        const aloneMs = alone.cpuMs + (demand.kind === 'connects' ? connectionCpuMs : 0);
        return usedMsPerQuery(measured) / aloneMs;
      }),
    ),
    isJudged: use !== null && use <= 0.7,
    isWithin:
      Math.abs(throughput) <= GOALS.throughput && Math.abs(cpu) <= GOALS.cpu && Math.abs(p95) <= GOALS.p95,
  };
}

/** The processor time of a query in all measurements together. */
export function usedMsPerQuery(measured: readonly Behaviour[]): number {
  const sum = (of: (one: Behaviour) => number) => measured.reduce((all, one) => all + of(one), 0);
  return (sum(({ usedVcpu }) => usedVcpu) * 1000) / sum(({ perSecond }) => perSecond);
}

/** How far the processor time of a query may change while a part or a shape is measured. */
export const STEADY = 0.05;
/** How often a part, or a shape, is measured at most, if the speed of the machine changes. */
export const MOST_TRIES = 4;
export const MOST_TRIES_OF_SHAPE = 2;

/** Whether the machine kept its speed: before, during and after two measurements with the same arrivals. */
export function isSteady(alone: Twice<QueryCost>, measured: Twice<Behaviour>): boolean {
  return (
    spread(alone.map(({ cpuMs }) => cpuMs)) <= STEADY &&
    spread(measured.map((one) => usedMsPerQuery([one]))) <= STEADY
  );
}

/** Whether the machine changed its speed in most parts of a demand, however often these were measured. */
export function isUnsteady({ parts }: ComparedExperiment): boolean {
  return 2 * parts.filter(({ tries }) => tries === MOST_TRIES).length > parts.length;
}

/** Whether a query alone took another time after a shape than before. */
export function isUnsteadyShape({ alone, afterCpuMs }: Pick<ComparedShape, 'alone' | 'afterCpuMs'>): boolean {
  return spread([alone.cpuMs, afterCpuMs]) > STEADY;
}

function spread(values: readonly number[]): number {
  return Math.max(...values) / Math.min(...values) - 1;
}

/**
 * How much longer the same query alone took in the slowest part of a demand than in the fastest, in the median of all
 * demands: how much the speed of the machine changes.
 */
export function drift(experiments: readonly ComparedExperiment[]): number {
  return median(experiments.map(({ parts }) => spread(parts.map(({ alone }) => alone.cpuMs))));
}

export interface ShapeErrors {
  readonly cuHours: number;
  /** How much later the first step up came than predicted. Null if one of the two never went up. */
  readonly scaleUpMs: number | null;
  /** The error of the mean of all load averages. */
  readonly load: number;
  readonly isWithin: boolean;
}

export function shapeErrors({ measured, predicted }: ComparedShape): ShapeErrors {
  const cuHours = predicted.cuHours / measured.cuHours - 1;
  const [upMeasured, upPredicted] = [firstStepUpMs(measured), firstStepUpMs(predicted)];
  const scaleUpMs = upMeasured === null || upPredicted === null ? null : upMeasured - upPredicted;
  return {
    cuHours,
    scaleUpMs,
    load: meanOf(predicted.load) / meanOf(measured.load) - 1,
    isWithin:
      Math.abs(cuHours) <= GOALS.cuHours && scaleUpMs !== null && Math.abs(scaleUpMs) <= GOALS.scaleUpMs,
  };
}

/** Null if the size never changed. It begins with the minimum, so its first change is a step up. */
export function firstStepUpMs({ sizes }: Pick<Trajectory, 'sizes'>): number | null {
  return sizes[1]?.atMs ?? null;
}

/** The processes that a tick counted, by the averages of a minute that the ticks before and at this time left. */
export function countedAt({ load }: Pick<Trajectory, 'load'>, atMs: number): number {
  const tick = Math.round(atMs / LOAD_TICK_MS);
  const [before = 0, at = Number.NaN] = [load[tick - 2], load[tick - 1]];
  return Math.round((at - before * REMAINING) / (1 - REMAINING));
}

/** The share of an average of a minute that remains after a tick. */
const REMAINING = Math.exp(-LOAD_TICK_MS / MINUTE_MS);

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}
