import type { Snapshot } from './asker.ts';
import type { Increases } from './increases.ts';

/** The totals of a recording. */
export interface RecordingTotals {
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

export function emptyTotals(): RecordingTotals {
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
export function countAnswer(totals: RecordingTotals, snapshot: Snapshot, increases: Increases | null): void {
  totals.questions++;
  totals.hits += increases?.hits ?? 0;
  totals.reads += increases?.reads ?? 0;
  totals.hidden = Math.max(totals.hidden, snapshot.hidden);
  totals.highestConnections = Math.max(totals.highestConnections, snapshot.connections);
  totals.maxConnections = snapshot.maxConnections;
}
