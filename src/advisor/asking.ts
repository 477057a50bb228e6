import type { Threads } from './threads/threads.ts';

/** How a question is asked. None of it changes a whole answer. */
export interface Asking {
  /** Aborting it ends the work soon. Plans, backtests and simulations answer in part; all else throws the reason. */
  readonly signal: AbortSignal;
  /** Lets other work of this thread run, so that somebody can abort. */
  pause(): Promise<void>;
  /** Hears how much of a piece of work is done: so many of so many. */
  progress(doing: Doing, done: number, of: number): void;
  readonly threads: Threads;
}

/** The kind of work that progress is told of. */
type Doing =
  | 'planning'
  | 'replaying'
  | 'trying other assumptions'
  | 'checking'
  | 'comparing'
  | 'looking'
  | 'backtesting'
  | 'simulating';

/** Whether to stop, asked between two runs: whoever could abort has a turn first. */
export async function isAborted({ signal, pause }: Asking): Promise<boolean> {
  await pause();
  return signal.aborted;
}
