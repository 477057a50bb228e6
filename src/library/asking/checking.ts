import { ProblemError } from '../../problem/index.ts';
import type { Host } from '../questions/host.ts';
import { type OptionLimits, optionProblems } from '../settings/option-limits.ts';

/** The question, asked only if there is nothing wrong with its options. */
export function checking<Options extends object, Answer>(
  options: Options,
  limits: OptionLimits<Options>,
  question: (host: Host, paths: readonly string[]) => Promise<Answer>,
): (host: Host, paths: readonly string[]) => Promise<Answer> {
  return (host, paths) => {
    const problems = optionProblems(options, limits);
    if (problems.length > 0) throw new ProblemError(problems);
    return question(host, paths);
  };
}
