import { QUARTERS_PER_CU } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { type Configuration, isResized, onlyCompute } from '../configurations/configuration.ts';
import type { LeastAwake } from './least-awake.ts';

/** The least CU-time metered from an instant of a run to its end, in quarter CU. */
type LeastMetered = (configuration: Configuration, fromMs: number, awakeMs: number) => number;

/**
 * While a compute is awake, its size is at least its minimum, or the minimum that a planned change gives it.
 */
export function leastMetered(
  simulation: Simulation,
  { isSureToChange }: Pick<LeastAwake, 'isSureToChange'>,
): LeastMetered {
  if (!isResized(simulation)) return ({ size }, _, awakeMs) => size.minCu * QUARTERS_PER_CU * awakeMs;
  const { horizonMs } = simulation;
  const resizes = [...onlyCompute(simulation).changes]
    .sort((one, other) => one.atMs - other.atMs)
    .flatMap(({ atMs, change }) => (change.kind === 'size' ? [{ atMs, minCu: change.size.minCu }] : []));
  return (configuration, fromMs, awakeMs) => {
    const isSure = isSureToChange(configuration);
    let { minCu } = configuration.size;
    let [mostCu, atMs, metered] = [minCu, 0, 0];
    for (const next of [...resizes, { atMs: horizonMs, minCu }]) {
      const untilMs = Math.min(horizonMs, next.atMs);
      metered += minCu * Math.max(0, untilMs - Math.max(fromMs, atMs));
      // The service refuses a change while another one is under way. So unless it is sure, the smaller
      // minimum counts.
      minCu = isSure ? next.minCu : Math.min(minCu, next.minCu);
      mostCu = Math.max(mostCu, minCu);
      atMs = untilMs;
    }
    const asleepMs = horizonMs - fromMs - awakeMs;
    return Math.max(0, (metered - mostCu * asleepMs) * QUARTERS_PER_CU);
  };
}
