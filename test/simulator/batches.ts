import { expect } from 'vitest';
import type { Run } from '../../src/simulator/index.ts';

/** Reads a figure of a run batch by batch. The first batch is left out, because it warms up. */
export function batches(
  run: Run,
  count: number,
  read: () => readonly number[],
  figure: (difference: readonly number[]) => number,
): number[] {
  const { horizonMs } = run.simulation;
  const figures: number[] = [];
  let before = read();
  for (let i = 1; i <= count; i++) {
    run.advance(Math.floor((horizonMs * i) / count));
    const after = read();
    if (i > 1) figures.push(figure(after.map((value, j) => value - (before[j] as number))));
    before = after;
  }
  return figures;
}

/** Expects a mean of the batches within four standard errors of the theory, and a small error. */
export function expectWithinFourErrors(
  figures: readonly number[],
  theory: number,
  relativeError: number,
): void {
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  const variance = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0) / (figures.length - 1);
  const standardError = Math.sqrt(variance / figures.length);
  expect(standardError).toBeLessThan(relativeError * theory);
  expect(Math.abs(mean - theory)).toBeLessThan(4 * standardError);
}
