import type { Change, ComputePlan, Simulation } from './simulation.ts';

/** The same demand with another configuration, for comparison with the answer. */
export interface Variant {
  readonly name: string;
  readonly simulation: Simulation;
}

/**
 * Returns variants: always on with the same sizes, and fixed at each end of the ranges with the same
 * timeouts. All computes of a project change together, so there are three variants at most. What a variant
 * fixes, no planned change changes.
 */
export function variantsOf(simulation: Simulation): Variant[] {
  const { computes } = simulation;
  const [first] = computes;
  const one = computes.length === 1 && first !== undefined ? first.size : null;
  const variant = (
    name: string,
    fixed: Change['kind'],
    change: (compute: ComputePlan) => Partial<ComputePlan>,
  ): Variant => ({
    name,
    simulation: {
      ...simulation,
      computes: computes.map((compute) => ({
        ...compute,
        ...change(compute),
        changes: compute.changes.filter((one) => one.change.kind !== fixed),
      })),
    },
  });
  const fixed = (name: string, cuOf: (compute: ComputePlan) => number) =>
    variant(name, 'size', (compute) => ({ size: { minCu: cuOf(compute), maxCu: cuOf(compute) } }));
  return [
    ...(computes.some(({ suspendAfterMs }) => suspendAfterMs !== null)
      ? [variant('always on', 'suspendAfter', () => ({ suspendAfterMs: null }))]
      : []),
    ...(computes.some(({ size }) => size.minCu !== size.maxCu)
      ? [
          fixed(one ? `fixed at ${one.minCu} CU` : 'each fixed at its minimum', ({ size }) => size.minCu),
          fixed(one ? `fixed at ${one.maxCu} CU` : 'each fixed at its maximum', ({ size }) => size.maxCu),
        ]
      : []),
  ];
}
