import type { Evaluated } from '../search/evaluate.ts';
import { type Broken, brokenBy, type Promises } from './promises.ts';

/** A setting with what it comes to, and which promises it breaks. */
export interface Judged extends Evaluated {
  readonly broken: readonly Broken[];
}

export function judged(evaluated: Evaluated, promises: Promises): Judged {
  return { ...evaluated, broken: brokenBy(evaluated.outcome, promises) };
}
