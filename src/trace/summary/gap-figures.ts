import { heldUntilMs } from '../holds.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';

/** Measures gaps: times between two samples that no sample covers. */
export class GapFigures {
  private readonly head: TraceHead;
  private readonly usualMs: number;
  private lastMs: number | null = null;
  private count = 0;
  private longestMs = 0;
  private totalMs = 0;

  constructor(head: TraceHead, usualMs: number) {
    this.head = head;
    this.usualMs = usualMs;
  }

  take({ times }: Pick<TraceChunk, 'times'>): void {
    for (const time of times) {
      if (this.lastMs !== null) this.see(time - heldUntilMs(this.head, this.lastMs, time, this.usualMs));
      this.lastMs = time;
    }
  }

  get result(): { readonly count: number; readonly longestMs: number; readonly totalMs: number } {
    const { count, longestMs, totalMs } = this;
    return { count, longestMs, totalMs };
  }

  private see(ms: number): void {
    // A sample that is a little late leaves no gap.
    if (ms < this.usualMs / 2) return;
    this.count++;
    this.totalMs += ms;
    this.longestMs = Math.max(this.longestMs, ms);
  }
}
