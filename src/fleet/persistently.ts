import { ProblemError } from '../problem/index.ts';
import { pause } from './pause.ts';

/** Tries again until it works. Null if it was aborted first. */
export async function persistently<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  notice: (reason: string) => void,
): Promise<Result | null> {
  for (let tries = 0; !signal.aborted; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === TELL_AT) notice(reasonOf(error));
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS), signal);
    }
  }
  return null;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A lost connection is often back before anybody has to know. */
const TELL_AT = 2;

export function reasonOf(error: unknown): string {
  if (error instanceof ProblemError) return error.problems[0]?.found ?? error.message;
  const { message, code, name } = error as NodeJS.ErrnoException;
  return message || code || name;
}
