import { recommendableFacts, type SizeSetting } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { isAccepted } from '../configurations/accepted.ts';
import { onlyCompute } from '../configurations/configuration.ts';
import { listedSizes, withCompute } from './compute-ladders.ts';
import type { Ladder } from './remedy.ts';

/** Larger ranges: for each larger minimum, ever larger maxima. */
export function largerRanges(simulation: Simulation): Ladder[] {
  const { size } = onlyCompute(simulation);
  const all = listedSizes(simulation);
  const minima = doublings(all.filter((cu) => cu > size.minCu));
  const maxima = all.filter((cu) => cu > size.maxCu);
  return minima.map((minCu) => rangeLadder(simulation, minCu, maxima));
}

/** Smaller ranges: for each smaller minimum, ever smaller maxima. */
export function smallerRanges(simulation: Simulation): Ladder[] {
  const { size } = onlyCompute(simulation);
  const all = [...listedSizes(simulation)].reverse();
  const minima = doublings(all.filter((cu) => cu < size.minCu));
  const maxima = all.filter((cu) => cu < size.maxCu);
  return minima.map((minCu) => rangeLadder(simulation, minCu, maxima));
}

function rangeLadder(simulation: Simulation, minCu: number, maxima: readonly number[]): Ladder {
  const compute = onlyCompute(simulation);
  const facts = recommendableFacts(simulation.facts);
  const allowed = maxima.filter(
    (maxCu) => maxCu > minCu && isAccepted(facts, simulation.plan, { ...compute, size: { minCu, maxCu } }),
  );
  return [...new Set([...doublings(allowed), ...allowed.slice(-1)])].map((maxCu) => ({
    remedy: {
      lever: 'range',
      demand: null,
      from: rangeText(compute.size),
      to: rangeText({ minCu, maxCu }),
    },
    simulation: withCompute(simulation, { size: { minCu, maxCu } }),
  }));
}

/**
 * Thins out the sizes, since all pairs of listed sizes would be hundreds of runs. Keeps the first one, and
 * then each that is at least twice or at most half as large as the last one kept.
 */
function doublings(inOrder: readonly number[]): number[] {
  const kept: number[] = [];
  for (const cu of inOrder) {
    const last = kept.at(-1);
    if (last === undefined || cu >= 2 * last || cu <= last / 2) kept.push(cu);
  }
  return kept;
}

function rangeText({ minCu, maxCu }: SizeSetting): string {
  return minCu === maxCu ? String(minCu) : `${minCu}-${maxCu}`;
}
