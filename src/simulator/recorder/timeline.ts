import type { StateView } from '../../compute/index.ts';
import type { Detail } from '../detail.ts';

export interface TimelineEntry {
  readonly atMs: number;
  readonly state: StateView['currentState'];
  readonly pending: StateView['pendingState'];
  readonly cu: number;
  readonly reason: string;
}

const MOST = 2000;

/**
 * The first changes of state and size, with their reasons. Later changes are only counted here, and written
 * to the events file.
 */
export class Timeline {
  readonly entries: TimelineEntry[] = [];
  omitted = 0;
  private readonly most: number;

  constructor(detail: Detail) {
    this.most = detail === 'all' ? MOST : 0;
  }

  get hasRoom(): boolean {
    return this.entries.length < this.most;
  }

  add(entry: TimelineEntry): void {
    if (this.hasRoom) this.entries.push(entry);
    else this.omitted++;
  }
}
