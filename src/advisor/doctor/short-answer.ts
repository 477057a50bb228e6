import type { Problem } from '../../problem/index.ts';
import type { DoctorAnswer } from '../../report/index.ts';

/** Makes an answer with nothing but a kind of file and problems. */
export function shortAnswer(
  file: string,
  what: string,
  problems: readonly Problem[],
  more: Partial<DoctorAnswer> = {},
): DoctorAnswer {
  return {
    file,
    what,
    problems: problems.map((problem) => ({ problem, assumed: null })),
    summary: null,
    notes: [],
    members: [],
    next: null,
    advice: null,
    ...more,
  };
}
