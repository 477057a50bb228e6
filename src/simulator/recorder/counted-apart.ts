import { HOUR_MS, SECOND_MS } from '../../facts/index.ts';
import { isWithinHours, type LocalHours, type Zone } from '../../workload/index.ts';

/** What of the wakes somebody wants to know by itself. It changes nothing of a run but what is counted. */
export interface SeparateCounts {
  /** Hours of local time in which wakes are counted once more. */
  readonly hours: LocalHours;
  /** Clients whom a wake delays by more than this are counted once more. */
  readonly delayedOverMs: number;
}

export const DEFAULT_COUNTED: SeparateCounts = {
  hours: { days: [1, 2, 3, 4, 5], fromMs: 9 * HOUR_MS, toMs: 17 * HOUR_MS },
  delayedOverMs: SECOND_MS,
};

/** The counts of one compute. */
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
