import type { DecodedArray, SchemaElement } from 'hyparquet';
import { DAY_MS } from '../../facts/index.ts';
import type { DayOrder } from '../csv/values/day-month.ts';
import { epochMs, readInstant } from '../csv/values/instant.ts';
import { NEGATIVE, numberAt, UNREADABLE } from '../csv/values/number.ts';
import type { WrittenTime } from '../csv/values/written-date.ts';
import { textOf } from '../reading/bytes.ts';

/** How the stored values of a column are interpreted. */
export type Meaning =
  | { readonly kind: 'time'; readonly perMs: number; readonly isLocal: boolean }
  | { readonly kind: 'date' }
  | { readonly kind: 'number'; readonly scale: number }
  | { readonly kind: 'text' };

export function meaningOf({ type, converted_type, logical_type, scale }: SchemaElement): Meaning {
  if (type === 'INT96') return { kind: 'time', perMs: 1e6, isLocal: false };
  if (logical_type?.type === 'TIMESTAMP')
    return {
      kind: 'time',
      perMs: PER_MS[logical_type.unit],
      isLocal: logical_type.isAdjustedToUTC === false,
    };
  if (converted_type === 'TIMESTAMP_MILLIS') return { kind: 'time', perMs: 1, isLocal: false };
  if (converted_type === 'TIMESTAMP_MICROS') return { kind: 'time', perMs: 1e3, isLocal: false };
  if (converted_type === 'DATE' || logical_type?.type === 'DATE') return { kind: 'date' };
  if (converted_type === 'DECIMAL') return { kind: 'number', scale: scale ?? 0 };
  if (logical_type?.type === 'DECIMAL') return { kind: 'number', scale: logical_type.scale };
  if (logical_type?.type === 'FLOAT16') return { kind: 'number', scale: 0 };
  return type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY'
    ? { kind: 'text' }
    : { kind: 'number', scale: 0 };
}

const PER_MS = { MILLIS: 1, MICROS: 1e3, NANOS: 1e6 };

/**
 * The number of each row: NaN if missing, negative numbers unchanged, and minus infinity for text that is no number.
 */
export function numbersOf(data: DecodedArray, { kind, ...meaning }: Meaning): Float64Array {
  if (data instanceof Float64Array) return data;
  const divisor = 'scale' in meaning ? 10 ** meaning.scale : 1;
  const numbers = new Float64Array(data.length);
  for (let at = 0; at < data.length; at++) {
    const value: unknown = data[at];
    if (typeof value === 'number') numbers[at] = value / divisor;
    else if (value === undefined || value === null) numbers[at] = Number.NaN;
    else if (value instanceof Uint8Array)
      numbers[at] = kind === 'number' ? wholeNumber(value) / divisor : textNumber(value);
    else numbers[at] = typeof value === 'string' ? Number.NEGATIVE_INFINITY : Number(value) / divisor;
  }
  return numbers;
}

/** Converts a value of `numbersOf` to the special values of `numberAt`. */
export function checkedNumber(value: number): number {
  if (value >= 0) return value === Number.POSITIVE_INFINITY ? UNREADABLE : value;
  if (Number.isNaN(value)) return value;
  return value === Number.NEGATIVE_INFINITY ? UNREADABLE : NEGATIVE;
}

/** The digits of a decimal, which are stored as a big-endian integer. */
function wholeNumber(bytes: Uint8Array): number {
  let whole = 0n;
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(at + EXACT_BYTES, bytes.length);
    const bits = BigInt(8 * (end - at));
    let part = 0;
    for (; at < end; at++) part = part * 256 + (bytes[at] as number);
    whole = (whole << bits) | BigInt(part);
  }
  return Number(BigInt.asIntN(8 * bytes.length, whole));
}

/** As many bytes are an exact number, and a number is faster than a large integer. */
const EXACT_BYTES = 6;

function textNumber(bytes: Uint8Array): number {
  const value = numberAt(bytes, 0, bytes.length, POINT);
  return value === UNREADABLE ? Number.NEGATIVE_INFINITY : value;
}

const POINT = 46;

/** Reads the time of a row as its column stores it. */
export type ReadTime = (row: number, written: WrittenTime) => boolean;

export function timesOf(data: DecodedArray, meaning: Meaning, dayOrder: DayOrder | null): ReadTime {
  const ms = msOf(meaning);
  const isLocal = meaning.kind === 'date' || (meaning.kind === 'time' && meaning.isLocal);
  return (row, written) => {
    const value: unknown = data[row];
    if (value instanceof Uint8Array) return readInstant(value, 0, value.length, written, dayOrder);
    if (typeof value !== 'number' && typeof value !== 'bigint') return false;
    written.ms = ms(value);
    written.isLocal = isLocal;
    return !Number.isNaN(written.ms);
  };
}

/** Milliseconds since 1970, with finer units truncated. */
function msOf(meaning: Meaning): (value: number | bigint) => number {
  if (meaning.kind === 'date') return (value) => Number(value) * DAY_MS;
  if (meaning.kind !== 'time') return epochMs;
  const { perMs } = meaning;
  if (perMs === 1) return Number;
  const divisor = BigInt(perMs);
  return (value) => {
    const whole = BigInt(value);
    const cut = whole / divisor;
    return Number(whole < 0n && cut * divisor !== whole ? cut - 1n : cut);
  };
}

/** The text of a cell as a CSV file would have it. */
export function cellText(value: unknown, meaning: Meaning): string {
  if (value === undefined || value === null) return '';
  if (meaning.kind === 'text') return textOf(value as Uint8Array).trim();
  if (meaning.kind === 'number') return `${numbersOf([value], meaning)[0]}`;
  const written = { ms: 0, isLocal: false };
  timesOf([value], meaning, null)(0, written);
  const date = new Date(written.ms);
  if (Number.isNaN(date.getTime())) return '';
  return written.isLocal ? date.toISOString().slice(0, -1) : date.toISOString();
}
