import type { StateView } from '../compute/index.ts';

export interface TimelineEntry {
  readonly atMs: number;
  readonly state: StateView['currentState'];
  readonly pending: StateView['pendingState'];
  readonly cu: number;
  readonly reason: string;
}

const MOST = 2000;

/** The first changes of state and size, with their reasons; later ones are counted, and go to the events file. */
export class Timeline {
  readonly entries: TimelineEntry[] = [];
  omitted = 0;

  get hasRoom(): boolean {
    return this.entries.length < MOST;
  }

  add(entry: TimelineEntry): void {
    if (this.hasRoom) this.entries.push(entry);
    else this.omitted++;
  }
}
