import { constant, type Distribution, logNormalMs } from '../../compute/index.ts';
import { type Drawn, drawnInBlocks } from './drawn.ts';
import type { Random } from './random.ts';

/** The distribution of a duration. */
export type Sampled =
  | Distribution
  | { readonly kind: 'exponential'; readonly meanMs: number }
  /** A heavy tail: twice the duration is 2^alpha times as rare, up to a maximum. */
  | { readonly kind: 'pareto'; readonly minMs: number; readonly alpha: number; readonly maxMs: number };

export const NOTHING: Sampled = constant(0);

export function meanMs(sampled: Sampled): number {
  if (sampled.kind === 'exponential') return sampled.meanMs;
  if (sampled.kind === 'constant') return sampled.ms;
  if (sampled.kind === 'pareto') return paretoMeanMs(sampled);
  const sigma = Math.log(sampled.p95Ms / sampled.medianMs) / 1.6448536269514722;
  return sampled.medianMs * Math.exp((sigma * sigma) / 2);
}

/**
 * Draws durations in milliseconds, not necessarily whole, from a stream of their own. A constant uses no random
 * numbers.
 */
export function sampler(sampled: Sampled, random: Random): Drawn {
  if (sampled.kind === 'constant') {
    const { ms } = sampled;
    return drawnInBlocks((block) => block.fill(ms).length);
  }
  if (sampled.kind === 'exponential') {
    const { meanMs } = sampled;
    return drawnInBlocks((block) => {
      random.fill(block);
      for (let i = 0; i < block.length; i++) block[i] = -Math.log(block[i] as number) * meanMs;
      return block.length;
    });
  }
  if (sampled.kind === 'pareto') {
    const { minMs, alpha, maxMs } = sampled;
    const beyond = (minMs / maxMs) ** alpha;
    return drawnInBlocks((block) => {
      random.fill(block);
      for (let i = 0; i < block.length; i++)
        block[i] = minMs * (1 - (block[i] as number) * (1 - beyond)) ** (-1 / alpha);
      return block.length;
    });
  }
  return drawnInBlocks((block) => {
    random.fill(block);
    for (let i = 0; i < block.length; i++) block[i] = logNormalMs(sampled, block[i] as number);
    return block.length;
  });
}

function paretoMeanMs({ minMs, alpha, maxMs }: Sampled & { readonly kind: 'pareto' }): number {
  const share = minMs / maxMs;
  return (minMs * alpha * (1 - share ** (alpha - 1))) / ((alpha - 1) * (1 - share ** alpha));
}
