import { columnIndex } from '../columns.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';

/** From this share of the capacity on, demand may have been higher than what was measured. */
const LIMIT_SHARE = 0.9;
/** Tolerance for measurements. A value further above the capacity was measured on another machine. */
const TOLERANCE = 1.05;

export interface CensoredSamples {
  readonly samples: number;
  readonly of: number;
}

/** The capacity at each sample: from the trace, or else as the user gave it. */
export class Capacity {
  private readonly index: number;
  private readonly vcpus: number | null;

  constructor(head: TraceHead, vcpus: number | null) {
    this.index = columnIndex(head, 'capacityCu');
    this.vcpus = vcpus;
  }

  get isKnown(): boolean {
    return this.index !== -1 || this.vcpus !== null;
  }

  /** In vCPU, which equals compute units. Null if unknown. */
  at(values: TraceChunk['values'], i: number): number | null {
    const value = values[this.index]?.[i];
    const most = value === undefined || Number.isNaN(value) ? this.vcpus : value;
    return most === 0 ? null : most;
  }
}

/** Whether usage is so close to the capacity that demand may have been higher. */
export function isAtLimit(used: number, most: number | null): boolean {
  return most !== null && used >= LIMIT_SHARE * most;
}

/** Whether usage is more than the capacity allows. */
export function isAboveLimit(used: number, most: number): boolean {
  return used > TOLERANCE * most;
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
    this.cpu = columnIndex(head, 'cpu');
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
      if (isAtLimit(value, most)) this.samples++;
    }
  }

  get result(): CensoredSamples | null {
    if (this.cpu === -1 || !this.capacity.isKnown) return null;
    return { samples: this.samples, of: this.of };
  }
}
