import type { Snapshot } from './asker.ts';
import type { Increases } from './increases.ts';

/** The totals of a recording. */
export interface Tally {
  samples: number;
  questions: number;
  connects: number;
  lost: number;
  resets: number;
  hits: number;
  reads: number;
  /** The highest number of sessions at once whose activity this user may not see. */
  hidden: number;
  highestConnections: number;
  maxConnections: number;
  endedQuiet: boolean;
}

export function emptyTally(): Tally {
  return {
    samples: 0,
    questions: 0,
    connects: 0,
    lost: 0,
    resets: 0,
    hits: 0,
    reads: 0,
    hidden: 0,
    highestConnections: 0,
    maxConnections: 0,
    endedQuiet: false,
  };
}

/** Adds an answer to the totals. */
export function countAnswer(tally: Tally, snapshot: Snapshot, grown: Increases | null): void {
  tally.questions++;
  tally.hits += grown?.hits ?? 0;
  tally.reads += grown?.reads ?? 0;
  tally.hidden = Math.max(tally.hidden, snapshot.hidden);
  tally.highestConnections = Math.max(tally.highestConnections, snapshot.connections);
  tally.maxConnections = snapshot.maxConnections;
}
