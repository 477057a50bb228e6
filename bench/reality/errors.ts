import type { ComparedExperiment, ComparedShape } from './results.ts';

/** How far predictions may be from what was measured, below saturation. */
export const GOALS = { throughput: 0.03, cpu: 0.03, p95: 0.2, cuHours: 0.05, scaleUpMs: 5000 } as const;

/** Prediction divided by measurement, less 1. */
export interface ExperimentErrors {
  readonly throughput: number;
  readonly cpu: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Whether the goals hold for this experiment: it asks for 70% of the processors at most. */
  readonly isJudged: boolean;
  readonly isWithin: boolean;
}

export function experimentErrors({ measured, predicted, use }: ComparedExperiment): ExperimentErrors {
  const error = (of: (one: typeof measured) => number) => of(predicted) / of(measured) - 1;
  const [throughput, cpu, p95] = [
    error(({ perSecond }) => perSecond),
    error(({ usedVcpu }) => usedVcpu),
    error(({ p95Ms }) => p95Ms),
  ];
  return {
    throughput,
    cpu,
    p50: error(({ p50Ms }) => p50Ms),
    p95,
    p99: error(({ p99Ms }) => p99Ms),
    isJudged: use !== null && use <= 0.7,
    isWithin:
      Math.abs(throughput) <= GOALS.throughput && Math.abs(cpu) <= GOALS.cpu && Math.abs(p95) <= GOALS.p95,
  };
}

export interface ShapeErrors {
  readonly cuHours: number;
  /** How much later the first step up came than predicted. Null if one of the two never went up. */
  readonly scaleUpMs: number | null;
  readonly isWithin: boolean;
}

export function shapeErrors({ measured, predicted }: ComparedShape): ShapeErrors {
  const cuHours = predicted.cuHours / measured.cuHours - 1;
  const [upMeasured, upPredicted] = [measured.sizes[1]?.atMs, predicted.sizes[1]?.atMs];
  const scaleUpMs = upMeasured === undefined || upPredicted === undefined ? null : upMeasured - upPredicted;
  return {
    cuHours,
    scaleUpMs,
    isWithin:
      Math.abs(cuHours) <= GOALS.cuHours && scaleUpMs !== null && Math.abs(scaleUpMs) <= GOALS.scaleUpMs,
  };
}
