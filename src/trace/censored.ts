import { placeOf } from './columns.ts';
import type { TraceChunk, TraceHead } from './trace.ts';

/** From here on CPU may have been wanted that there was not: how much, such a sample does not say. */
const FULL = 0.9;

export interface CensoredSamples {
  readonly samples: number;
  readonly of: number;
}

/** Samples of CPU so near to what there was that they say "at least"; null where it is not known what there was. */
export class Censored {
  private readonly cpu: number;
  private readonly capacity: number;
  private readonly vcpus: number | null;
  private samples = 0;
  private of = 0;

  constructor(head: TraceHead, vcpus: number | null) {
    this.cpu = placeOf(head, 'cpu');
    this.capacity = placeOf(head, 'capacityCu');
    this.vcpus = vcpus;
  }

  take({ values }: Pick<TraceChunk, 'values'>): void {
    const cpu = values[this.cpu];
    const capacity = values[this.capacity];
    if (cpu === undefined || (capacity === undefined && this.vcpus === null)) return;
    for (let i = 0; i < cpu.length; i++) {
      const value = cpu[i] as number;
      // One compute unit has one vCPU.
      const most = known(capacity?.[i]) ?? this.vcpus;
      if (Number.isNaN(value) || most === null || most === 0) continue;
      this.of++;
      if (value >= FULL * most) this.samples++;
    }
  }

  get result(): CensoredSamples | null {
    if (this.cpu === -1 || (this.capacity === -1 && this.vcpus === null)) return null;
    return { samples: this.samples, of: this.of };
  }
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
