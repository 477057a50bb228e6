import { expect } from 'vitest';
import type { Run } from '../../src/simulator/index.ts';

/** Reads a figure off a run batch by batch, the first batch left out: it warms up. */
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

/** The mean of the batches lies within four standard errors of what theory says, and the error is small. */
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
