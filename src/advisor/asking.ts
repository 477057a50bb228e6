import type { Threads } from './threads/threads.ts';

/** The host's side of a question. None of it changes a complete answer. */
export interface Asking {
  /**
   * Aborting it ends the work soon. Plans, backtests and simulations then return a partial answer; all other questions
   * throw the signal's reason.
   */
  readonly signal: AbortSignal;
  /** Lets other work of this thread run, so that an abort can arrive. */
  pause(): Promise<void>;
  /** Reports that `done` of `of` units of work are finished, and what has been found so far. */
  progress(doing: Doing, done: number, of: number, found?: string): void;
  readonly threads: Threads;
}

/** The kind of work that progress reports. */
type Doing =
  | 'planning'
  | 'replaying'
  | 'trying other assumptions'
  | 'trying schedules'
  | 'checking'
  | 'comparing'
  | 'looking'
  | 'backtesting'
  | 'simulating';

/** Whether to stop. Called between two runs; it pauses first, so that an abort can arrive. */
export async function isAborted({ signal, pause }: Asking): Promise<boolean> {
  await pause();
  return signal.aborted;
}
