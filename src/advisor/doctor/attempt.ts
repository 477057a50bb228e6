import { type Problem, ProblemError } from '../../problem/index.ts';
import type { FoundProblem } from '../../report/index.ts';
import type { TraceReading } from './examined.ts';

/** Each round adds an option, and there are fewer options than this. */
const MOST_ROUNDS = 10;

/** Reads a trace with the given options, and retries with the options that its problems suggest. */
export class Attempt {
  readonly problems: FoundProblem[] = [];
  reading: TraceReading;

  constructor(reading: TraceReading) {
    this.reading = reading;
  }

  /** Returns null if a problem remains. */
  async result<T>(look: (reading: TraceReading) => Promise<T>): Promise<T | null> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      try {
        return await look(this.reading);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        if (!this.addSuggestedOptions(error.problems)) return null;
      }
    }
    return null;
  }

  private addSuggestedOptions(problems: readonly Problem[]): boolean {
    const [first, ...others] = problems;
    const { reading } = this;
    const suggestion =
      others.length === 0 ? first?.suggestions?.find((one) => reading.canTake(one)) : undefined;
    const next = suggestion === undefined ? null : reading.with(suggestion);
    const assumed =
      suggestion === undefined || next === null
        ? null
        : { flags: reading.words(suggestion), when: suggestion.when };
    this.problems.push(...problems.map((problem) => ({ problem: withoutSuggestions(problem), assumed })));
    if (next !== null) this.reading = next;
    return next !== null;
  }
}

/** Drops the suggestions: the answer has the options themselves instead. */
function withoutSuggestions({ suggestions: _, member: __, ...problem }: Problem): Problem {
  return problem;
}
