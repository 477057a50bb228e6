import { placeOf } from '../columns.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';

/** From here on more may have been wanted than there was: how much, such a sample does not say. */
const FULL = 0.9;
/** Measurements are that much off: what is above it by more was measured on something else. */
const ABOVE = 1.05;

export interface CensoredSamples {
  readonly samples: number;
  readonly of: number;
}

/** What there was to work with at each sample: as the trace says, or else as somebody has told. */
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

  /** In vCPU, of which one compute unit has one; null: nobody knows. */
  at(values: TraceChunk['values'], i: number): number | null {
    const value = values[this.place]?.[i];
    const most = value === undefined || Number.isNaN(value) ? this.vcpus : value;
    return most === 0 ? null : most;
  }
}

/** So much of what there was that more may have been wanted. */
export function isFull(used: number, most: number | null): boolean {
  return most !== null && used >= FULL * most;
}

/** More than there can have been. */
export function isAbove(used: number, most: number): boolean {
  return used > ABOVE * most;
}

/** Samples of CPU so near to what there was that they say "at least"; null where it is not known what there was. */
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
