import type { SizeSetting } from '../../facts/index.ts';
import type { Context } from '../context.ts';

/** Returns the size or range that the fields state. Undefined if they state none, or only one end of a range. */
export function sizeOf(
  settings: {
    readonly size?: number | undefined;
    readonly min?: number | undefined;
    readonly max?: number | undefined;
  },
  path: readonly PropertyKey[],
  { document, problems }: Context,
): SizeSetting | undefined {
  const { size, min, max } = settings;
  const report = (found: string, remedy: string) =>
    problems.push({ place: document.place(path), found, remedy });
  if (size !== undefined) {
    if (min !== undefined || max !== undefined)
      report('size is set as well as min or max', 'use size for a fixed size, min and max for a range');
    return { minCu: size, maxCu: size };
  }
  if (min === undefined && max === undefined) return undefined;
  if (min === undefined || max === undefined) {
    report(`a range has two ends, and ${min === undefined ? 'min' : 'max'} is missing`, 'give both');
    return undefined;
  }
  return { minCu: min, maxCu: max };
}
