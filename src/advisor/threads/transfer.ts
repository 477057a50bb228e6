import type { Simulation } from '../../simulator/index.ts';
import { copyOf, createZone, type Demand, isRuns, type Profile } from '../../workload/index.ts';

/** A simulation in a form that can be sent to threads: the zone by name, samples in shared memory. */
export type TransferableSimulation = Omit<Simulation, 'zone'> & { readonly zone: string };

export function transferable(simulation: Simulation): TransferableSimulation {
  return {
    ...simulation,
    zone: simulation.zone.name,
    computes: simulation.computes.map((compute) => ({
      ...compute,
      demand: compute.demand.map(sharedDemand),
    })),
  };
}

export function received({ zone, ...rest }: TransferableSimulation): Simulation {
  return { ...rest, zone: createZone(zone) };
}

function sharedDemand(demand: Demand): Demand {
  if (demand.kind !== 'load') return demand;
  return { ...demand, vcpu: shared(demand.vcpu), memoryBytes: shared(demand.memoryBytes) };
}

function shared(profile: Profile): Profile {
  if (profile.kind !== 'samples') return profile;
  const { values } = profile;
  if (isRuns(values))
    return {
      ...profile,
      values: { ...values, values: sharedArray(values.values), ends: sharedArray(values.ends) },
    };
  return { ...profile, values: sharedArray(values instanceof Float64Array ? values : copyOf(values)) };
}

function sharedArray(values: Float64Array): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(8 * values.length));
  shared.set(values);
  return shared;
}
