import { Command } from 'commander';
import { type Problem, ProblemError, type Suggestion } from '../../../problem/index.ts';
import type { FoundProblem } from '../../../report/index.ts';
import { quoted } from '../../../trace/index.ts';
import {
  addTraceOptions,
  type ByOptions,
  byOption,
  cpuPerQueryOption,
  type TraceOptions,
} from '../../options.ts';
import { withArguments } from '../../suggested-command.ts';
import { flagsOf } from '../trace/next-command.ts';

export type ReadOptions = TraceOptions & ByOptions;

/** As many problems of one file are got over; each takes a flag, and there are not more flags. */
const MOST_ROUNDS = 10;

/** Looks into a file with the flags that were typed, and with those that each problem suggests on top of them. */
export class Attempt {
  readonly problems: FoundProblem[] = [];
  /** The flags of the reading: those that were typed, and those that a problem suggested since. */
  flags: readonly string[];

  constructor(options: ReadOptions) {
    this.flags = flagsOf(options);
  }

  /** null: a problem stays, and so there is no result. */
  async result<T>(look: (options: ReadOptions) => Promise<T>): Promise<T | null> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      try {
        return await look(optionsOf(this.flags));
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        if (!this.getsOver(error.problems)) return null;
      }
    }
    return null;
  }

  private getsOver(problems: readonly Problem[]): boolean {
    const [first, ...others] = problems;
    const suggestion = others.length === 0 ? (first?.suggestions ?? []).find(isUsable) : undefined;
    const flags = withArguments(this.flags, suggestion?.args ?? []);
    const isNew = suggestion !== undefined && flags.join('\n') !== this.flags.join('\n');
    const assumed = isNew ? { flags: suggestion.args.map(quoted).join(' '), when: suggestion.when } : null;
    this.problems.push(...problems.map((problem) => ({ problem: bare(problem), assumed })));
    if (isNew) this.flags = flags;
    return isNew;
  }
}

/** A problem without its suggestions: the answer prints the flags of the reading instead. */
function bare({ suggestions: _, member: __, ...problem }: Problem): Problem {
  return problem;
}

export const isUsable = ({ args }: Suggestion): boolean =>
  args.every((arg) => !arg.startsWith('--') || READING.options.some(({ long }) => long === arg));

function reading(): Command {
  return addTraceOptions(new Command()).addOption(byOption()).addOption(cpuPerQueryOption()).exitOverride();
}

const READING = reading();

function optionsOf(flags: readonly string[]): ReadOptions {
  return reading()
    .parse([...flags], { from: 'user' })
    .opts();
}
