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
  return tried.flatMap((one) =>
    'problems' in one && (isStrict || one.isWithoutData !== true) ? ofMember(one, items) : [],
  );
}

/** Throws after the answer is printed, because some databases are missing from it. */
export function refuseFailed(...failed: Parameters<typeof failuresOf>): void {
  const problems = failuresOf(...failed);
  if (problems.length > 0) throw new ProblemError(problems);
}

function ofMember({ name, project, file, problems }: Failed, items: readonly NamedDatabase[]): Problem[] {
  const item = items.find((one) => one.name === name && one.project === project && one.file === file);
  const member = item?.member ?? null;
  return problems.map((one) => (member === null ? one : { ...one, member }));
}
