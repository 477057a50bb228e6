import { type Problem, ProblemError } from '../../problem/index.ts';
import type { FoundProblem } from '../../report/index.ts';
import type { TraceReading } from './examined.ts';

/** As many problems of one file are got over; each takes an option, and there are not more options. */
const MOST_ROUNDS = 10;

/** Looks into a trace as it was asked for, and with the options that each problem suggests on top of them. */
export class Attempt {
  readonly problems: FoundProblem[] = [];
  reading: TraceReading;

  constructor(reading: TraceReading) {
    this.reading = reading;
  }

  /** null: a problem stays, and so there is no result. */
  async result<T>(look: (reading: TraceReading) => Promise<T>): Promise<T | null> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      try {
        return await look(this.reading);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        if (!this.getsOver(error.problems)) return null;
      }
    }
    return null;
  }

  private getsOver(problems: readonly Problem[]): boolean {
    const [first, ...others] = problems;
    const { reading } = this;
    const suggestion =
      others.length === 0 ? first?.suggestions?.find((one) => reading.canTake(one)) : undefined;
    const next = suggestion === undefined ? null : reading.with(suggestion);
    const assumed =
      suggestion === undefined || next === null
        ? null
        : { flags: reading.words(suggestion), when: suggestion.when };
    this.problems.push(...problems.map((problem) => ({ problem: bare(problem), assumed })));
    if (next !== null) this.reading = next;
    return next !== null;
  }
}

/** A problem without its suggestions: the answer has the options of the reading instead. */
function bare({ suggestions: _, member: __, ...problem }: Problem): Problem {
  return problem;
}
