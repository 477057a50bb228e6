import type { SizeSetting } from '../facts/index.ts';
import type { Simulation } from './simulation.ts';

/** The same demand under another setting, to stand beside the answer. */
export interface Variant {
  readonly name: string;
  readonly simulation: Simulation;
}

/** Always on with the same sizes, and fixed at each end of the range with the same timeout. */
export function variantsOf(simulation: Simulation): Variant[] {
  const [compute] = simulation.computes;
  if (simulation.computes.length !== 1 || compute === undefined) return [];
  const { size, suspendAfterMs } = compute;
  const withSize = (name: string, other: SizeSetting): Variant => ({
    name,
    simulation: changed(simulation, { size: other }),
  });
  const fixed = (cu: number) => withSize(`fixed at ${cu} CU`, { minCu: cu, maxCu: cu });
  return [
    ...(suspendAfterMs === null
      ? []
      : [{ name: 'always on', simulation: changed(simulation, { suspendAfterMs: null }) }]),
    ...(size.minCu === size.maxCu ? [] : [fixed(size.minCu), fixed(size.maxCu)]),
  ];
}

function changed(
  simulation: Simulation,
  change: { readonly size?: SizeSetting; readonly suspendAfterMs?: null },
): Simulation {
  return { ...simulation, computes: simulation.computes.map((compute) => ({ ...compute, ...change })) };
}
