import { type Command, CommanderError } from 'commander';
import { describeProblem, ProblemError } from '../problem/index.ts';
import { ANSWERED, ANSWERED_NO, BAD_INPUT, BROKEN_INVARIANT, INTERRUPTED } from './exit-codes.ts';
import { guarded } from './guarded.ts';
import { interruptedAnswer } from './interrupted-answer.ts';
import { Interrupted } from './interruption.ts';
import { LimitPassed } from './limit-passed.ts';
import { buildProgram } from './program.ts';
import { suggestedCommand } from './suggested-command.ts';
import type { Terminal } from './terminal.ts';

const PROBLEMS_SHOWN = 20;

/** Runs one command line and says with which code to exit. */
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
    // Who reads only standard output must not take silence for an answer.
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
    const { problems } = error;
    for (const problem of problems.slice(0, PROBLEMS_SHOWN))
      terminal.err(`tidemark: ${describeProblem(problem)}\n`);
    const more = problems.length - PROBLEMS_SHOWN;
    if (more > 0) terminal.err(`tidemark: and ${more} more\n`);
    const { suggestions = [] } = problems[0] ?? {};
    const command = running === null ? null : suggestedCommand(args, suggestions, running);
    if (command !== null && problems.length === 1) terminal.err(`${command}\n`);
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

/** Says what went wrong through no fault of the user, and how to report it. */
export function faultReport(what: string, args: readonly string[]): string {
  return `tidemark: ${what}\ntidemark: this is a fault of tidemark's own; please report it with: tidemark ${args.join(' ')}\n`;
}
