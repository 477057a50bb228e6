import { DAY_MS, HOUR_MS } from '../facts/index.ts';
import { createZone, type Zone } from '../workload/index.ts';
import type { Quantity } from './quantity.ts';
import type { TraceChunk, TraceHead } from './trace.ts';

/** Means of each local hour of the day, of CPU or else of the first column; null where no sample is known. */
export interface DailyProfile {
  readonly quantity: Quantity;
  readonly hours: readonly (number | null)[];
}

/** Of a trace without gaps: hours that mean no demand count as that. */
export class Daily {
  private readonly zone: Zone;
  private readonly column: number;
  private readonly quantity: Quantity | null;
  private readonly sums = new Float64Array(24);
  private readonly counts = new Float64Array(24);

  constructor({ columns, timezone }: TraceHead) {
    this.zone = createZone(timezone);
    this.column = Math.max(
      0,
      columns.findIndex(({ quantity }) => quantity === 'cpu'),
    );
    this.quantity = columns[this.column]?.quantity ?? null;
  }

  take({ times, values }: Pick<TraceChunk, 'times' | 'values'>): void {
    const { zone, sums, counts } = this;
    const of = values[this.column];
    if (of === undefined) return;
    for (let i = 0; i < times.length; i++) {
      const value = of[i] as number;
      if (Number.isNaN(value)) continue;
      const localMs = zone.localMs(times[i] as number);
      const hour = Math.floor((localMs - Math.floor(localMs / DAY_MS) * DAY_MS) / HOUR_MS);
      sums[hour] = (sums[hour] as number) + value;
      counts[hour] = (counts[hour] as number) + 1;
    }
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
