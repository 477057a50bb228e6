import { latin1Of } from '../../reading/bytes.ts';

/** A negative number, which no quantity of a trace can be. */
export const NEGATIVE = -1;
export const UNREADABLE = -2;

/**
 * The number in a cell: NaN if the cell says that it is unknown, or else NEGATIVE or UNREADABLE. Plain decimals are
 * read from bytes: digits below 2^53 and powers of ten below 10^23 are exact, so one division rounds correctly. All
 * other numbers are parsed by JavaScript.
 */
export function numberAt(bytes: Uint8Array, from: number, to: number, decimal: number): number {
  let digits = 0;
  let power = -1;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte >= ZERO && byte <= NINE) {
      digits = digits * 10 + (byte - ZERO);
      power += power < 0 ? 0 : 1;
    } else if ((byte === POINT || byte === decimal) && power < 0) power = 0;
    else return wordNumber(bytes, from, to, decimal);
  }
  // An empty cell and a single point are not numbers.
  if (to - from <= (power < 0 ? 0 : 1) || digits > Number.MAX_SAFE_INTEGER || power > 22)
    return wordNumber(bytes, from, to, decimal);
  return power <= 0 ? digits : digits / (POWERS[power] as number);
}

const POINT = 46;
const ZERO = 48;
const NINE = 57;
const POWERS = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/** How databases and tools export unknown values. */
const UNKNOWN = new Set(['', 'null', 'nan', 'na', 'n/a', 'none', 'nil', 'undefined', '-', '\\n']);
const NUMBER = /^([+-]?)(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function wordNumber(bytes: Uint8Array, from: number, to: number, decimal: number): number {
  if (to - from > LONGEST) return UNREADABLE;
  const word = latin1Of(bytes.subarray(from, to)).trim();
  if (UNKNOWN.has(word.toLowerCase())) return Number.NaN;
  const text = decimal === POINT ? word : word.replace(String.fromCharCode(decimal), '.');
  if (!NUMBER.test(text)) return UNREADABLE;
  const value = Number(text);
  if (!Number.isFinite(value)) return UNREADABLE;
  return value < 0 ? NEGATIVE : Math.abs(value);
}

const LONGEST = 400;
