import { type ProblemError, problem } from '../../problem/index.ts';
import { someWords } from '../series/series.ts';

/** The problem of a file that has nothing of the requested project. */
export function otherProject(file: string, project: string, others: ReadonlySet<string>): ProblemError {
  return problem(
    { file, field: '‹project›' },
    others.size === 0
      ? 'it does not name its project'
      : `it belongs to ${someWords([...others])}, not to ${project}`,
    others.size === 0 ? 'leave ‹project› out' : `export the data of ${project}, or name one of these`,
  );
}
