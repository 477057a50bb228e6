import { checkSizeSetting, type FactSet, type PlanName, type SizeSetting } from '../../facts/index.ts';
import { problem } from '../../problem/index.ts';
import type { SizeOptions } from './options.ts';

/** Checks a fixed size, or both ends of a range. Null if none of them was given. */
export function sizeSettingOf(options: SizeOptions, facts: FactSet, plan: PlanName): SizeSetting | null {
  const { min, max, size } = options;
  if (size !== undefined) {
    return checked(facts, plan, { minCu: size, maxCu: size }, { min: '‹size›', max: '‹size›' });
  }
  if (min === undefined && max === undefined) return null;
  if (min === undefined || max === undefined) {
    const missing = min === undefined ? '‹min›' : '‹max›';
    throw problem({ field: missing }, 'a range has two ends, and this one is missing', `add ${missing}`);
  }
  return checked(facts, plan, { minCu: min, maxCu: max }, { min: '‹min›', max: '‹max›' });
}

function checked(
  facts: FactSet,
  plan: PlanName,
  setting: SizeSetting,
  fields: { readonly min: string; readonly max: string },
): SizeSetting {
  checkSizeSetting(facts, plan, setting, fields);
  return setting;
}
