import { numberWords } from '../../../report/index.ts';
import type { SimulationDocument } from '../../documents/simulation.ts';
import type { Theme } from '../../theme.ts';
import { lowerBoundMarks } from './lower-bound-marks.ts';

/** Returns marks and words for samples of a quantity that are lower bounds. Both are empty if there are none. */
export function atLimit(
  document: SimulationDocument,
  quantity: keyof typeof LIMITS,
  height: number,
  theme: Theme,
): { readonly marks: ReturnType<typeof lowerBoundMarks>; readonly words: string } {
  const bound = document.bounds?.find((one) => one.quantity === quantity);
  if (bound === undefined || bound.samples === 0) return { marks: [], words: '' };
  return {
    marks: lowerBoundMarks(document, bound.spans, height, theme),
    words: ` Marks at the bottom: ${numberWords(bound.samples)} samples ${LIMITS[quantity]} when it was measured: real demand may have been higher.`,
  };
}

const LIMITS = {
  connections: 'at 90% or more of max_connections',
  memory: 'of memory at 90% or more of the RAM',
  workingSet: 'of the working set at 90% or more of the cache',
} as const;
