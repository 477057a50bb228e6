import { columnOf } from '../columns.ts';
import { heldUntilMs } from '../holds.ts';
import type { Column, TraceChunk, TraceHead } from '../trace.ts';

/** The CPU that an idle database uses for its own processes and a monitoring agent. */
export const IDLE_VCPU = 0.01;

/**
 * The column that best tells when there is no demand. Queries are the most reliable; single readings of connections
 * miss some.
 */
export function idleColumn(head: Pick<TraceHead, 'columns'>): Column | null {
  const active = columnOf(head, 'activeConnections');
  return (
    columnOf(head, 'queries') ??
    (active?.statistic === 'point' ? null : active) ??
    columnOf(head, 'cpu') ??
    columnOf(head, 'load')
  );
}

export function isIdle({ quantity }: Column, value: number): boolean {
  return quantity === 'cpu' || quantity === 'load' ? value <= IDLE_VCPU : value === 0;
}

/**
 * Measures the length of each time without demand. A gap continues it if missing samples of the column mean no demand.
 */
export class IdleTimes {
  readonly by: Column | null;
  private readonly head: TraceHead;
  private readonly usualMs: number;
  private sinceMs: number | null = null;
  private lastMs: number | null = null;
  private readonly add: (ms: number) => void;

  constructor(head: TraceHead, usualMs: number, add: (ms: number) => void) {
    this.head = head;
    this.usualMs = usualMs;
    this.by = idleColumn(head);
    this.add = add;
  }

  take({ times, values }: Pick<TraceChunk, 'times' | 'values'>): void {
    const { by } = this;
    if (by === null) return;
    const of = values[this.head.columns.indexOf(by)] as Float64Array;
    for (let i = 0; i < times.length; i++) {
      const time = times[i] as number;
      if (this.lastMs !== null) this.hold(by, this.lastMs, time);
      const value = of[i] as number;
      const idle = Number.isNaN(value) ? by.gap !== 'unknown' : isIdle(by, value);
      if (idle) this.sinceMs ??= time;
      else this.finish(time);
      this.lastMs = time;
    }
  }

  end(): void {
    if (this.lastMs !== null) this.finish(heldUntilMs(this.head, this.lastMs, null, this.usualMs));
  }

  /** A sample may end before the next one, and the time between is a gap. */
  private hold(by: Column, fromMs: number, nextMs: number): void {
    const heldMs = heldUntilMs(this.head, fromMs, nextMs, this.usualMs);
    if (nextMs <= heldMs) return;
    if (by.gap === 'unknown') this.finish(heldMs);
    else this.sinceMs ??= heldMs;
  }

  private finish(ms: number): void {
    if (this.sinceMs !== null && ms > this.sinceMs) this.add(ms - this.sinceMs);
    this.sinceMs = null;
  }
}
