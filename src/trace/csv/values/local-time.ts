import { DAY_MS } from '../../../facts/index.ts';
import { createZone } from '../../../workload/index.ts';

/** The local time does not exist, because the clock was set forward over it. */
const SKIPPED = Number.NaN;

/** Converts local times to instants. The order of rows resolves times that occur twice when the clock is set back. */
export class LocalTime {
  /** How many ambiguous times were read. */
  ambiguous = 0;
  readonly #zone;
  #day = Number.NaN;
  /** The offset on the current local day. NaN if it changes on this day or close to it. */
  #offsetMs = Number.NaN;

  constructor(timezone: string) {
    this.#zone = createZone(timezone);
  }

  /** An ambiguous time is the first of its two instants, unless rows have already passed that one. */
  utcMs(localMs: number, beforeMs: number): number {
    const day = Math.floor(localMs / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      const earlier = this.#offsetAt((day - 1) * DAY_MS);
      this.#offsetMs = earlier === this.#offsetAt((day + 2) * DAY_MS) ? earlier : Number.NaN;
    }
    return Number.isNaN(this.#offsetMs) ? this.#nearChange(localMs, beforeMs) : localMs - this.#offsetMs;
  }

  #nearChange(localMs: number, beforeMs: number): number {
    const first = this.#zone.utcMs(localMs);
    if (this.#zone.localMs(first) !== localMs) return SKIPPED;
    const second = localMs - this.#offsetAt(localMs + DAY_MS);
    if (second === first || this.#zone.localMs(second) !== localMs) return first;
    this.ambiguous++;
    return first > beforeMs ? first : second;
  }

  #offsetAt(utcMs: number): number {
    return this.#zone.localMs(utcMs) - utcMs;
  }
}
