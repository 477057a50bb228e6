import type { LoadDemand } from '../../workload/index.ts';
import type { ComputePlan, Simulation } from '../simulation.ts';

/**
 * Returns the only compute and its only load, if nothing except that load can change what the compute does.
 * Null otherwise.
 */
export function loadAlone(
  simulation: Simulation,
): { readonly compute: ComputePlan; readonly load: LoadDemand } | null {
  const { facts, plan, assumptions, releases, stepping, computes } = simulation;
  const [compute, ...others] = computes;
  const [load, ...further] = compute?.demand ?? [];
  const { cpuStableZoneRatio, cpuMixedZoneRatio } = assumptions.autoscaler;
  const isAlone =
    !stepping &&
    releases === null &&
    facts.quotaCuHours.value[plan] === null &&
    assumptions.life.startFailureShare === 0 &&
    cpuStableZoneRatio === 0 &&
    cpuMixedZoneRatio === 0;
  if (!isAlone || compute === undefined || others.length > 0 || compute.changes.length > 0) return null;
  return load?.kind === 'load' && further.length === 0 && load.pagesPerQuery === 0 ? { compute, load } : null;
}
