import { type Place, ProblemError } from '../problem/index.ts';

/** Runs `find`, and gives its problems the place in a file that caused them. Null leaves them with their flag. */
export function withPlace<T>(place: Place | null, find: () => T): T {
  if (place === null) return find();
  try {
    return find();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(error.problems.map((one) => ({ ...one, place })));
  }
}
