/** The work of chance alone: nine of ten draws are between these. */
export interface OtherDraws {
  readonly low: number;
  readonly high: number;
}

/** How often a demand is simulated with other arrivals. */
const DRAWS = 100;

/** Seeds of simulations with other arrivals. The server is compared with seed 0. */
export function otherSeeds(): number[] {
  return Array.from({ length: DRAWS }, (_, n) => n + 1);
}

/** The range that holds nine in ten values. */
export function nineInTen(values: readonly number[]): OtherDraws {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] as number;
  return { low: at(0.05), high: at(0.95) };
}
