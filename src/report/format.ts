import { DAY_MS, GIB, HOUR_MS, MICROS, MINUTE_MS, SECOND_MS } from '../facts/index.ts';

/** Up to two decimals, without the zeros that say nothing. */
export function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** The specification's GB are GiB throughout. */
export function gibibytes(bytes: number): string {
  return `${number(bytes / GIB)} GB`;
}

export function money(micros: number, currency: string): string {
  const amount = (micros / MICROS).toFixed(2);
  return currency === 'USD' ? `$${amount}` : `${amount} ${currency}`;
}

export function duration(ms: number): string {
  return ms % MINUTE_MS === 0 ? `${ms / MINUTE_MS}m` : `${ms / SECOND_MS}s`;
}

export function milliseconds(value: number): string {
  return value < 1000 ? `${Math.round(value)} ms` : `${number(value / 1000)} s`;
}

export function span(value: number): string {
  if (value < MINUTE_MS) return `${number(value / SECOND_MS)} s`;
  if (value < HOUR_MS) return `${number(value / MINUTE_MS)} min`;
  return `${number(value / HOUR_MS)} h`;
}

/** How long a run is. */
export function length(ms: number): string {
  if (ms < DAY_MS) return span(ms);
  return ms === DAY_MS ? '1 day' : `${number(ms / DAY_MS)} days`;
}

export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

export function percent(share: number): string {
  return `${number(share * 100)}%`;
}

/** How much more or less, to three figures: `+12.5%`. */
export function changeWords(share: number): string {
  return `${share < 0 ? '' : '+'}${Number((share * 100).toPrecision(3))}%`;
}
