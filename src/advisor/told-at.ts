import { type Place, ProblemError } from '../problem/index.ts';

/** What is wrong is told with the line that says it; null: with the flag that does. */
export function toldAt<T>(place: Place | null, find: () => T): T {
  if (place === null) return find();
  try {
    return find();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(error.problems.map((one) => ({ ...one, place })));
  }
}
