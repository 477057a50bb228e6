import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../facts/index.ts';

/** A time as it is written. It is local if it has no zone. */
export interface WrittenTime {
  ms: number;
  isLocal: boolean;
}

/**
 * Reads `Mon Mar 02 2026 09:00:00 GMT+0100 (Central European Standard Time)`, as browsers write dates. False if it is
 * none.
 */
export function readWrittenDate(text: string, written: WrittenTime): boolean {
  const [, month = '', day, year, hour, minute, second, sign, hours, minutes] = DATE.exec(text) ?? [];
  const at = MONTHS.indexOf(month.toLowerCase());
  if (day === undefined || at === -1) return false;
  const offsetMs = Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS;
  written.ms =
    Date.UTC(Number(year), at, Number(day)) +
    Number(hour) * HOUR_MS +
    Number(minute) * MINUTE_MS +
    Number(second) * SECOND_MS -
    (sign === '-' ? -offsetMs : offsetMs);
  written.isLocal = false;
  return true;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const DATE =
  /^\s*[a-z]{3} ([a-z]{3}) (\d{2}) (\d{4}) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d) (?:GMT|UTC)(?:([+-])(\d{2}):?(\d{2}))?(?: \([^)]*\))?\s*$/i;
