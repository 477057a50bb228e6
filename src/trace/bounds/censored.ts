import { placeOf } from '../columns.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';

/** From this share of the capacity on, demand may have been higher than what was measured. */
const FULL = 0.9;
/** Tolerance for measurements. A value further above the capacity was measured on another machine. */
const ABOVE = 1.05;

export interface CensoredSamples {
  readonly samples: number;
  readonly of: number;
}

/** The capacity at each sample: from the trace, or else as the user gave it. */
export class Capacity {
  private readonly place: number;
  private readonly vcpus: number | null;

  constructor(head: TraceHead, vcpus: number | null) {
    this.place = placeOf(head, 'capacityCu');
    this.vcpus = vcpus;
  }

  get isKnown(): boolean {
    return this.place !== -1 || this.vcpus !== null;
  }

  /** In vCPU, which equals compute units. Null if unknown. */
  at(values: TraceChunk['values'], i: number): number | null {
    const value = values[this.place]?.[i];
    const most = value === undefined || Number.isNaN(value) ? this.vcpus : value;
    return most === 0 ? null : most;
  }
}

/** Whether usage is so close to the capacity that demand may have been higher. */
export function isFull(used: number, most: number | null): boolean {
  return most !== null && used >= FULL * most;
}

/** Whether usage is more than the capacity allows. */
export function isAbove(used: number, most: number): boolean {
  return used > ABOVE * most;
}

/**
 * Counts samples of CPU that are lower bounds, because CPU was at its capacity. The result is null if that is unknown.
 */
export class Censored {
  private readonly cpu: number;
  private readonly capacity: Capacity;
  private samples = 0;
  private of = 0;

  constructor(head: TraceHead, vcpus: number | null) {
    this.cpu = placeOf(head, 'cpu');
    this.capacity = new Capacity(head, vcpus);
  }

  take({ values }: Pick<TraceChunk, 'values'>): void {
    const cpu = values[this.cpu];
    if (cpu === undefined || !this.capacity.isKnown) return;
    for (let i = 0; i < cpu.length; i++) {
      const value = cpu[i] as number;
      const most = this.capacity.at(values, i);
      if (Number.isNaN(value) || most === null) continue;
      this.of++;
      if (isFull(value, most)) this.samples++;
    }
  }

  get result(): CensoredSamples | null {
    if (this.cpu === -1 || !this.capacity.isKnown) return null;
    return { samples: this.samples, of: this.of };
  }
}
