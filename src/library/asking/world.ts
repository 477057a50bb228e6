import type { PlanJob, Threads } from '../../advisor/index.ts';
import type { Reader } from '../intake/reader.ts';

/** The things that Node and browsers do differently. */
export interface AskingWorld {
  readonly disk: Pick<Reader, 'read' | 'open' | 'list' | 'beside'>;
  /** @param processors how many to use; undefined for the usual number */
  threads(processors: number | undefined): Threads;
  /** The key under which the plan of a job can be kept. */
  keyOf(job: PlanJob): string;
  /** Lets other work of this thread run. */
  pause(): Promise<void>;
}
