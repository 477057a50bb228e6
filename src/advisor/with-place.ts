import { type Place, ProblemError } from '../problem/index.ts';

/**
 * Runs `find`, and gives its problems the place in a file that caused them. Null leaves them with their flag.
 *
 * @param place a function if the place takes long to find, as in a list of a hundred thousand databases
 */
export function withPlace<T>(place: Place | (() => Place) | null, find: () => T): T {
  if (place === null) return find();
  try {
    return find();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const found = typeof place === 'function' ? place() : place;
    throw new ProblemError(error.problems.map((one) => ({ ...one, place: found })));
  }
}
