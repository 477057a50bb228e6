import { describeProblem, ProblemError } from '../../src/problem/index.ts';

/** Returns the problems that a reader reports, in words. */
export function problemsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ProblemError) return error.problems.map(describeProblem);
    throw error;
  }
}
