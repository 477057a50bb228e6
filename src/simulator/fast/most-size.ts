import { type QuarterCu, quarterCu } from '../../facts/index.ts';
import type { ComputePlan } from '../simulation.ts';

/** Returns the largest size that a compute and its planned changes allow. */
export function mostSizeOf({ size, changes }: ComputePlan): QuarterCu {
  const sizes = [size, ...changes.flatMap(({ change }) => (change.kind === 'size' ? [change.size] : []))];
  return quarterCu(Math.max(...sizes.map(({ maxCu }) => maxCu)));
}
