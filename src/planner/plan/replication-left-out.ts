import type { Simulation } from '../../simulator/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';

/** The same demand without logical replication. Null if there is no replication, or nothing else. */
export function replicationLeftOut(simulation: Simulation): Simulation | null {
  const compute = onlyCompute(simulation);
  const demand = compute.demand.filter(({ kind }) => kind !== 'replication');
  if (demand.length === 0 || demand.length === compute.demand.length) return null;
  return { ...simulation, computes: [{ ...compute, demand }] };
}
