import type { NamedDatabase } from '../../advisor/index.ts';
import { type Problem, ProblemError } from '../../problem/index.ts';

type Tried = Pick<NamedDatabase, 'name' | 'project' | 'file'>;

interface Failed extends Tried {
  readonly problems: readonly Problem[];
  /** Whether the file is valid but has no values, which is not a failure. */
  readonly isWithoutData?: boolean;
}

/**
 * Returns the problems of the databases that failed. Each problem names its database, so that a command about that one
 * can be suggested.
 *
 * @param isStrict whether a database without data is a failure too
 */
export function failuresOf(
  items: readonly NamedDatabase[],
  tried: readonly (Tried | Failed)[],
  isStrict: boolean,
): Problem[] {
  const failed = tried.filter(
    (one): one is Failed => 'problems' in one && (isStrict || one.isWithoutData !== true),
  );
  if (failed.length === 0) return [];
  const members = new Map(items.map((item) => [keyOf(item), item.member]));
  return failed.flatMap((one) => {
    const member = members.get(keyOf(one)) ?? null;
    return one.problems.map((problem) => (member === null ? problem : { ...problem, member }));
  });
}

/** Throws after the answer is printed, because some databases are missing from it. */
export function refuseFailed(...failed: Parameters<typeof failuresOf>): void {
  const problems = failuresOf(...failed);
  if (problems.length > 0) throw new ProblemError(problems);
}

function keyOf({ name, project, file }: Tried): string {
  return JSON.stringify([project, name, file]);
}
