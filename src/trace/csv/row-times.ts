import type { Faults } from '../reading/faults.ts';
import { SpanBound } from '../reading/span-bound.ts';
import type { Row } from './row.ts';
import { LocalTime } from './values/local-time.ts';
import type { WrittenTime } from './values/written-date.ts';

export const UNTIMED = 'rows without a time that can be read';
export const EARLIER = 'rows earlier than the row before';

/** Reads the times of rows. A row that goes back in time is skipped. */
export class RowTimes {
  readonly local: LocalTime;
  /** Whether any row has a time without a zone. */
  hasLocal = false;
  readonly #faults: Faults;
  readonly #span: SpanBound;
  /** Whether several rows may have the same time. */
  readonly #areEvents: boolean;
  readonly #written: WrittenTime = { ms: 0, isLocal: false };
  #beforeMs = Number.NEGATIVE_INFINITY;

  constructor(timezone: string, faults: Faults, areEvents: boolean) {
    this.local = new LocalTime(timezone);
    this.#faults = faults;
    this.#span = new SpanBound((row) => faults.placeOf(row));
    this.#areEvents = areEvents;
  }

  /** The instant of a row. NaN if the row is skipped. */
  read(row: Row, line: () => number): number {
    const written = this.#written;
    if (!row.time(written)) return this.#passOver(UNTIMED, line);
    this.hasLocal ||= written.isLocal;
    const ms = written.isLocal ? this.local.utcMs(written.ms, this.#beforeMs) : written.ms;
    if (Number.isNaN(ms)) return this.#passOver('rows with a local time that the clock skipped', line);
    if (ms < this.#beforeMs) return this.#passOver(EARLIER, line);
    if (ms === this.#beforeMs && !this.#areEvents)
      return this.#passOver(
        'rows with the same time as the row before (if the table has several databases, split it with ‹by›)',
        line,
      );
    this.#span.see(ms, line);
    this.#beforeMs = ms;
    return ms;
  }

  warnings(): string[] {
    return this.#span.warnings();
  }

  #passOver(what: string, line: () => number): number {
    this.#faults.count(what, line, null);
    return Number.NaN;
  }
}
