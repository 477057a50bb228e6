import { DRAWN_AT_ONCE, type Drawn, drawnInBlocks } from './drawn.ts';
import type { Random } from './random.ts';

/** Standard normal draws by Box and Muller, from two uniform draws each. Nothing else may draw from the stream. */
export function normalDraws(random: Random): Drawn {
  const pairs = new Float64Array(2 * DRAWN_AT_ONCE);
  return drawnInBlocks((block) => {
    random.fill(pairs);
    for (let i = 0; i < block.length; i++) {
      const [u, v] = [pairs[2 * i] as number, pairs[2 * i + 1] as number];
      block[i] = Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
    }
    return block.length;
  });
}

/** The standard normal distribution function, accurate to 1e-7: Abramowitz and Stegun, 26.2.17. */
export function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = (Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return z < 0 ? above : 1 - above;
}
