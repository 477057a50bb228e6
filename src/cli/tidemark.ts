import { type Command, CommanderError } from 'commander';
import { withFlags } from '../library/index.ts';
import { describeProblem, ProblemError } from '../problem/index.ts';
import { suggestedCommand } from './flags/suggested-command.ts';
import { ANSWERED, ANSWERED_NO, BAD_INPUT, BROKEN_INVARIANT, INTERRUPTED } from './output/exit-codes.ts';
import { interruptedAnswer } from './output/interrupted-answer.ts';
import { LimitPassed } from './output/limit-passed.ts';
import { buildProgram } from './program.ts';
import { guarded } from './terminal/guarded.ts';
import { Interrupted } from './terminal/interruption.ts';
import type { Terminal } from './terminal/terminal.ts';

const PROBLEMS_SHOWN = 20;
/** More than for other problems: each is about another file, and nothing else reports it. */
const MEMBERS_SHOWN = 200;

/** Runs one command line and returns its exit code. */
export async function tidemark(args: readonly string[], world: Terminal): Promise<number> {
  const terminal = guarded(world, args);
  let hasPrinted = false;
  const out = (text: string) => {
    hasPrinted ||= text !== '';
    terminal.out(text);
  };
  let running: Command | null = null;
  try {
    const program = buildProgram({ ...terminal, out });
    program.hook('preAction', (_, command) => {
      running = command;
    });
    await program.parseAsync(args, { from: 'user' });
    return ANSWERED;
  } catch (error) {
    // A reader of only standard output must not take silence for an answer.
    if (error instanceof Interrupted && !hasPrinted && running !== null)
      terminal.out(interruptedAnswer(error, running) ?? '');
    return exitCodeOf(error, args, running, terminal);
  }
}

function exitCodeOf(
  error: unknown,
  args: readonly string[],
  running: Command | null,
  terminal: Terminal,
): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? ANSWERED : BAD_INPUT;
  if (error instanceof ProblemError) {
    terminal.err(problemLines(error, args, running));
    return BAD_INPUT;
  }
  if (error instanceof LimitPassed) {
    terminal.err(`tidemark: ${error.message}\n`);
    return ANSWERED_NO;
  }
  if (error instanceof Interrupted) {
    terminal.err(`tidemark: ${error.message}\n`);
    return INTERRUPTED;
  }
  terminal.err(faultReport(error instanceof Error ? error.message : String(error), args));
  return BROKEN_INVARIANT;
}

/** Each problem, followed by the command that solves it. A command is shown only once. */
function problemLines({ problems }: ProblemError, args: readonly string[], running: Command | null): string {
  const most = problems.some(({ member }) => member !== undefined) ? MEMBERS_SHOWN : PROBLEMS_SHOWN;
  const tried = new Set<string>();
  const lines = problems.slice(0, most).flatMap((problem) => {
    const { suggestions = [], member } = problem;
    const command = running === null ? null : suggestedCommand(args, suggestions, running, member);
    const isNew = command !== null && !tried.has(command);
    if (isNew) tried.add(command);
    return [`tidemark: ${describeProblem(withFlags(problem))}`, ...(isNew ? [command] : [])];
  });
  const more = problems.length - most;
  return [...lines, ...(more > 0 ? [`tidemark: and ${more} more`] : []), ''].join('\n');
}

/** Says what went wrong through no fault of the user, and how to report it. */
export function faultReport(what: string, args: readonly string[]): string {
  return `tidemark: ${what}\ntidemark: this is a fault of tidemark's own; please report it with: tidemark ${args.join(' ')}\n`;
}
