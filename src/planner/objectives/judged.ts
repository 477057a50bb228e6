import type { Evaluated } from '../search/evaluate.ts';
import { type Broken, brokenBy, type Objectives } from './objectives.ts';

/** A configuration with its outcome and the objectives that it breaks. */
export interface Judged extends Evaluated {
  readonly broken: readonly Broken[];
}

export function judged(evaluated: Evaluated, objectives: Objectives): Judged {
  return { ...evaluated, broken: brokenBy(evaluated.outcome, objectives) };
}
