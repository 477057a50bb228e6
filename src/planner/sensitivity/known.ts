import type { KnownAssumption, Simulation } from '../../simulator/index.ts';
import type { KnownField } from '../../workload/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';
import { ASSUMPTION_NAMES, ASSUMPTIONS, type AssumptionKind, type AssumptionName } from './assumptions.ts';

/** Assumptions that affect the demand and that nobody has measured or stated. */
export function unknownAssumptions(simulation: Simulation): AssumptionName[] {
  return ASSUMPTION_NAMES.filter((name) => {
    const kind: AssumptionKind = ASSUMPTIONS[name];
    return kind.of(simulation) !== undefined && !isKnown(simulation, name);
  });
}

/** The same simulation, as if somebody had stated the present value of this assumption. */
export function asKnown(simulation: Simulation, name: AssumptionName): Simulation {
  const field = FIELDS[name];
  if (field === undefined || isKnown(simulation, name)) return simulation;
  if ('assumption' in field) {
    const { assumptions } = simulation;
    return {
      ...simulation,
      assumptions: { ...assumptions, known: [...assumptions.known, field.assumption] },
    };
  }
  return {
    ...simulation,
    computes: simulation.computes.map((compute) => ({
      ...compute,
      demand: compute.demand.map((one) =>
        one.kind !== 'load' || one.known?.[field.load] !== undefined
          ? one
          : { ...one, known: { ...one.known, [field.load]: 'stated' as const } },
      ),
    })),
  };
}

/** With several loads, the value of each has to be known. */
function isKnown(simulation: Simulation, name: AssumptionName): boolean {
  const field = FIELDS[name];
  if (field === undefined) return true;
  if ('assumption' in field) return simulation.assumptions.known.includes(field.assumption);
  return onlyCompute(simulation).demand.every(
    (one) => one.kind !== 'load' || one.isEvent === true || one.known?.[field.load] !== undefined,
  );
}

/** Assumptions without a field are always known: the price from the bill, the others from a measured server. */
const FIELDS: Partial<
  Readonly<Record<AssumptionName, { readonly load: KnownField } | { readonly assumption: KnownAssumption }>>
> = {
  concurrency: { load: 'concurrency' },
  'cpu-per-query': { load: 'cpuMsPerQuery' },
  connections: { load: 'connections' },
  start: { assumption: 'start' },
  burst: { assumption: 'burst' },
  skew: { assumption: 'skew' },
};
