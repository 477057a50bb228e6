import { DAY_MS } from '../../../facts/index.ts';
import { createZone } from '../../../workload/index.ts';

/** The local time never was: clocks jumped over it. */
const NEVER = Number.NaN;

/** Turns local times into instants, in the order of their rows, which tells the two apart that one can mean. */
export class LocalTime {
  /** Times that were there twice, by what they were taken for. */
  twice = 0;
  readonly #zone;
  #day = Number.NaN;
  /** The offset of a whole local day, or NaN where it changes on one of the days around. */
  #offsetMs = Number.NaN;

  constructor(timezone: string) {
    this.#zone = createZone(timezone);
  }

  /** Of two instants the first, unless that is not after `beforeMs`: then clocks have been set back in between. */
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
    if (this.#zone.localMs(first) !== localMs) return NEVER;
    const second = localMs - this.#offsetAt(localMs + DAY_MS);
    if (second === first || this.#zone.localMs(second) !== localMs) return first;
    this.twice++;
    return first > beforeMs ? first : second;
  }

  #offsetAt(utcMs: number): number {
    return this.#zone.localMs(utcMs) - utcMs;
  }
}
