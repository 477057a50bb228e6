import { type Problem, ProblemError } from '../../problem/index.ts';
import type { ListedDatabase } from './databases.ts';

type Tried = Pick<ListedDatabase, 'name' | 'project' | 'file'>;

interface Failed extends Tried {
  readonly problems: readonly Problem[];
  /** The file is in order, and has no values: nothing failed. */
  readonly isWithoutData?: boolean;
}

/**
 * What is wrong with those of many databases that failed. Each problem says what to name in place of all of them, so
 * that its own command can be suggested.
 *
 * @param isStrict a database without data is a failure too
 */
export function failuresOf(
  items: readonly ListedDatabase[],
  tried: readonly (Tried | Failed)[],
  isStrict: boolean,
): Problem[] {
  return tried.flatMap((one) =>
    'problems' in one && (isStrict || one.isWithoutData !== true) ? ofMember(one, items) : [],
  );
}

/** Refuses once the answer is out, for some of the databases are not in it. */
export function refuseFailed(...failed: Parameters<typeof failuresOf>): void {
  const problems = failuresOf(...failed);
  if (problems.length > 0) throw new ProblemError(problems);
}

function ofMember({ name, project, file, problems }: Failed, items: readonly ListedDatabase[]): Problem[] {
  const item = items.find((one) => one.name === name && one.project === project && one.file === file);
  const member = item?.member ?? null;
  return problems.map((one) => (member === null ? one : { ...one, member }));
}
