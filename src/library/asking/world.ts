import type { Threads } from '../../advisor/index.ts';
import type { Reader } from '../intake/reader.ts';

/** What Node and browsers do differently. */
export interface World {
  readonly disk: Pick<Reader, 'read' | 'open' | 'list' | 'beside'>;
  /** @param processors how many to use; undefined for the usual number */
  threads(processors: number | undefined): Threads;
  /** Lets other work of this thread run. */
  pause(): Promise<void>;
}
