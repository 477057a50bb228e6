import type { Simulation } from '../../simulator/index.ts';
import { ASSUMPTIONS, type AssumptionKind, type AssumptionName, type End } from './assumptions.ts';
import { asKnown } from './known.ts';

/** One assumption at one end of its range. */
export interface AssumptionChange {
  readonly assumption: AssumptionName;
  readonly end: End;
}

/**
 * The simulation as if somebody had stated this end of the range; null if it is the same already, or if the
 * assumption does not affect this demand.
 */
export function changed(simulation: Simulation, { assumption, end }: AssumptionChange): Simulation | null {
  const kind: AssumptionKind = ASSUMPTIONS[assumption];
  const other = kind.of(simulation) === undefined ? null : kind.at(simulation, end);
  return other === null ? null : asKnown(other, assumption);
}
