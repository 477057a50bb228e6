import { MINUTE_MS } from '../../facts/index.ts';
import { Quantiles } from '../quantiles.ts';
import type { Quantity } from '../quantity.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';
import { IdleTimes } from './idle.ts';

export interface IdleFigures {
  readonly by: Quantity;
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly longestMs: number;
  /** The share of pauses longer than five minutes, and the share of all time that is idle. */
  readonly longShare: number;
  readonly timeShare: number;
}

/** Summarizes the times without demand. */
export class IdleMeter {
  readonly eachMs = new Quantiles();
  private readonly times: IdleTimes;
  private long = 0;

  constructor(head: TraceHead, usualMs: number) {
    this.times = new IdleTimes(head, usualMs, (ms) => {
      this.eachMs.add(ms);
      if (ms > 5 * MINUTE_MS) this.long++;
    });
  }

  take(chunk: TraceChunk): void {
    this.times.take(chunk);
  }

  /** Call this after all chunks. Null if no column tells when the database is idle. */
  resultOver(spanMs: number): IdleFigures | null {
    const { by } = this.times;
    if (by === null) return null;
    this.times.end();
    const { count, sum } = this.eachMs;
    return {
      by: by.quantity,
      count,
      p50Ms: this.eachMs.at(0.5) ?? 0,
      p95Ms: this.eachMs.at(0.95) ?? 0,
      longestMs: this.eachMs.max ?? 0,
      longShare: count === 0 ? 0 : this.long / count,
      timeShare: spanMs === 0 ? 0 : sum / spanMs,
    };
  }
}
