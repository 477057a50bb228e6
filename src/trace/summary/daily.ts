import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../facts/index.ts';
import { createZone, type Zone } from '../../workload/index.ts';
import type { Quantity } from '../quantity.ts';
import { missingSteps } from '../reading/missing-samples.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';

/**
 * The mean of each local hour of the day, of CPU or else of the first column. Null for hours without known samples.
 */
export interface DailyProfile {
  readonly quantity: Quantity;
  readonly hours: readonly (number | null)[];
}

/** Expects a trace with even steps. Missing steps count as no demand in columns where they mean that. */
export class DailyMeter {
  private readonly zone: Zone;
  private readonly column: number;
  private readonly quantity: Quantity | null;
  private readonly stepMs: number | null;
  private readonly isMissingNone: boolean;
  private lastMs = Number.NaN;
  private readonly sums = new Float64Array(24);
  private readonly counts = new Float64Array(24);

  constructor({ columns, timezone, stepMs }: TraceHead) {
    this.zone = createZone(timezone);
    this.column = Math.max(
      0,
      columns.findIndex(({ quantity }) => quantity === 'cpu'),
    );
    this.quantity = columns[this.column]?.quantity ?? null;
    this.stepMs = stepMs;
    this.isMissingNone = (columns[this.column]?.gap ?? 'unknown') !== 'unknown';
  }

  take({ times, values }: Pick<TraceChunk, 'times' | 'values'>): void {
    const { sums, counts, isMissingNone } = this;
    const of = values[this.column];
    if (of === undefined) return;
    for (let i = 0; i < times.length; i++) {
      const time = times[i] as number;
      if (isMissingNone) this.countMissing(time);
      this.lastMs = time;
      const value = of[i] as number;
      if (Number.isNaN(value) && !isMissingNone) continue;
      const hour = this.hourOf(time);
      sums[hour] = (sums[hour] as number) + (Number.isNaN(value) ? 0 : value);
      counts[hour] = (counts[hour] as number) + 1;
    }
  }

  /** Counts missing steps a quarter of an hour at a time, because a gap may last for years. */
  private countMissing(nextMs: number): void {
    const { stepMs, counts } = this;
    if (stepMs === null || Number.isNaN(this.lastMs)) return;
    let left = missingSteps(this.lastMs, nextMs, stepMs);
    for (let ms = this.lastMs + stepMs; left > 0; ) {
      const endMs = (Math.floor(ms / QUARTER_MS) + 1) * QUARTER_MS;
      const steps = Math.min(left, Math.ceil((endMs - ms) / stepMs));
      const hour = this.hourOf(ms);
      counts[hour] = (counts[hour] as number) + steps;
      ms += steps * stepMs;
      left -= steps;
    }
  }

  private hourOf(utcMs: number): number {
    const localMs = this.zone.localMs(utcMs);
    return Math.floor((localMs - Math.floor(localMs / DAY_MS) * DAY_MS) / HOUR_MS);
  }

  get result(): DailyProfile | null {
    if (this.quantity === null) return null;
    const { sums, counts } = this;
    const hours = Array.from(sums, (sum, hour) =>
      counts[hour] === 0 ? null : sum / (counts[hour] as number),
    );
    return { quantity: this.quantity, hours };
  }
}

/** In every time zone, local hours start at a multiple of a quarter of an hour in UTC. */
const QUARTER_MS = 15 * MINUTE_MS;
