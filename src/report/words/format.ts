import { DAY_MS, GIB, HOUR_MS, MICROS, MINUTE_MS, SECOND_MS } from '../../facts/index.ts';
import type { LocalHours } from '../../workload/index.ts';

/** Up to two decimals, without trailing zeros. */
export function numberWords(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** The specification's GB are GiB. */
export function gibibytes(bytes: number): string {
  return `${numberWords(bytes / GIB)} GiB`;
}

export function money(micros: number, currency: string): string {
  const amount = (micros / MICROS).toFixed(2);
  return currency === 'USD' ? `$${amount}` : `${amount} ${currency}`;
}

export function durationWords(ms: number): string {
  return ms % MINUTE_MS === 0 ? `${ms / MINUTE_MS}m` : `${ms / SECOND_MS}s`;
}

/**
 * A duration as people say it: `326 ms`, `1.16 s`, `9 min 33 s`, `10.49 h`. A value that rounds up to the next unit
 * uses that unit.
 */
export function span(ms: number): string {
  if (Math.round(ms) < SECOND_MS) return `${Math.round(ms)} ms`;
  if (Math.round(ms / 10) * 10 < MINUTE_MS) return `${numberWords(ms / SECOND_MS)} s`;
  const seconds = Math.round(ms / SECOND_MS);
  if (seconds * SECOND_MS >= HOUR_MS) return `${numberWords(ms / HOUR_MS)} h`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
}

/** The length of a run. */
export function length(ms: number): string {
  if (ms < DAY_MS) return span(ms);
  return ms === DAY_MS ? '1 day' : `${numberWords(ms / DAY_MS)} days`;
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** `mon-fri 09:00-17:00`. Days are consecutive. */
export function hoursWords({ days, fromMs, toMs }: LocalHours): string {
  const clock = (ms: number) =>
    `${String(Math.floor(ms / HOUR_MS)).padStart(2, '0')}:${String((ms % HOUR_MS) / MINUTE_MS).padStart(2, '0')}`;
  const [first = 0, last = first] = [days[0], days.at(-1)];
  const which = days.length === 7 ? '' : `${DAYS[first]}${first === last ? '' : `-${DAYS[last]}`} `;
  return `${which}${clock(fromMs)}-${clock(toMs)}`;
}

export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

export function percent(share: number): string {
  return `${numberWords(share * 100)}%`;
}

/** A relative change with three digits: `+12.5%`. A change from nearly nothing only says that it is huge. */
export function changeWords(share: number): string {
  if (share >= HUGE_SHARE) return `over +${HUGE_SHARE * 100}%`;
  return `${share < 0 ? '' : '+'}${Number((share * 100).toPrecision(3))}%`;
}

const HUGE_SHARE = 10;
