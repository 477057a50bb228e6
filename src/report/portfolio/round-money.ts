import { MICROS } from '../../facts/index.ts';

/** `$10,806` or `$92.75`: cents only for small amounts. */
export function roundMoney(micros: number, currency: string): string {
  const value = Math.abs(micros) / MICROS;
  const digits = value < LEAST_WHOLE ? value.toFixed(2) : grouped(value.toFixed(0));
  const sign = micros < 0 && Number(digits) !== 0 ? '-' : '';
  return currency === 'USD' ? `${sign}$${digits}` : `${sign}${digits} ${currency}`;
}

/** Leaves out the currency, for a table whose heading names it. */
export function moneyCell(micros: number | null, currency: string): string {
  return micros === null ? '-' : roundMoney(micros, currency).replace(/ \S+$/, '');
}

const LEAST_WHOLE = 99.995;

function grouped(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
