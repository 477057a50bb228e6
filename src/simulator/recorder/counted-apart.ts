import { HOUR_MS, SECOND_MS } from '../../facts/index.ts';
import { isWithinHours, type LocalHours, type Zone } from '../../workload/index.ts';

/** Selects wakes that are also counted separately. The selection changes no other figure of a run. */
export interface SeparateCounts {
  /** The hours of local time whose wakes are counted separately. */
  readonly hours: LocalHours;
  /** Clients that a wake delays by more than this are counted separately. */
  readonly delayedOverMs: number;
}

export const DEFAULT_COUNTED: SeparateCounts = {
  hours: { days: [1, 2, 3, 4, 5], fromMs: 9 * HOUR_MS, toMs: 17 * HOUR_MS },
  delayedOverMs: SECOND_MS,
};

/** The separate counts of one compute. */
export class CountedApart {
  wakesInHours = 0;
  delayedOver = 0;
  private readonly counted: SeparateCounts;
  private readonly zone: Zone;
  private readonly startMs: number;

  constructor(counted: SeparateCounts, zone: Zone, startMs: number) {
    this.counted = counted;
    this.zone = zone;
    this.startMs = startMs;
  }

  wake(nowMs: number): void {
    if (isWithinHours(this.counted.hours, this.zone.localMs(this.startMs + nowMs))) this.wakesInHours++;
  }

  delayed(waitMs: number): void {
    if (waitMs > this.counted.delayedOverMs) this.delayedOver++;
  }
}
