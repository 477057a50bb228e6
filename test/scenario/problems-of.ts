import { describeProblem, ProblemError } from '../../src/problem/index.ts';

/** What is found wrong with what is read, in words; nothing where it can be read. */
export function problemsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ProblemError) return error.problems.map(describeProblem);
    throw error;
  }
}
