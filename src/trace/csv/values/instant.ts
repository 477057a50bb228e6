import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../facts/index.ts';
import { textOf } from '../../reading/bytes.ts';
import { type DayOrder, readDayMonth } from './day-month.ts';
import { readWrittenDate, type WrittenTime } from './written-date.ts';

/** A smaller number is more likely a measurement than an epoch; it would be before 1973 in seconds. */
const LEAST_EPOCH_S = 1e8;
const MAGNITUDES: readonly (readonly [below: number, perMs: number])[] = [
  [1e11, 0.001],
  [1e14, 1],
  [1e17, 1e3],
  [1e20, 1e6],
];

/**
 * Reads three kinds of times: ISO 8601 and its relatives (`2026-03-29 02:30:00.123`, `2026/03/29`, with or without a
 * zone), epochs in s, ms, us or ns, which differ in magnitude, and dates that end with the year, if `dayOrder` is
 * known. Times are truncated to milliseconds. False if it is no time.
 */
export function readInstant(
  bytes: Uint8Array,
  from: number,
  to: number,
  written: WrittenTime,
  dayOrder: DayOrder | null,
): boolean {
  let start = from;
  let end = to;
  while (start < end && isBlank(bytes[start])) start++;
  while (start < end && isBlank(bytes[end - 1])) end--;
  const separator = bytes[start + 4];
  if ((separator === DASH || separator === SLASH) && readDate(bytes, start, end, separator, written))
    return true;
  if (readEpoch(bytes, start, end, written)) return true;
  if (end - start > LONGEST) return false;
  const text = textOf(bytes.subarray(start, end));
  return readDayMonth(text, dayOrder, written) || readWrittenDate(text, written);
}

/** No date with a clock time and the name of a zone is longer. */
const LONGEST = 100;

/** Converts a number of s, ms, us or ns since 1970, which differ in magnitude, to ms. NaN if it is no time. */
export function epochMs(value: number | bigint): number {
  const size = Number(value);
  if (size < LEAST_EPOCH_S) return Number.NaN;
  const perMs = MAGNITUDES.find(([below]) => size < below)?.[1] ?? Number.NaN;
  // A number too large to be exact could round up to the next millisecond.
  if (typeof value === 'bigint' && perMs >= 1) return Number(value / BigInt(perMs));
  return perMs < 1 ? Math.floor(Math.round(size * 1e6) / 1000) : Math.floor(size / perMs);
}

const BLANK = 32;
const PLUS = 43;
const DASH = 45;
const POINT = 46;
const SLASH = 47;
const COLON = 58;
const isBlank = (byte: number | undefined) => byte === BLANK || byte === 9;
const digit = (byte: number | undefined) =>
  byte !== undefined && byte >= 48 && byte <= 57 ? byte - 48 : -1000;
const two = (bytes: Uint8Array, at: number) => digit(bytes[at]) * 10 + digit(bytes[at + 1]);

function readEpoch(bytes: Uint8Array, from: number, to: number, written: WrittenTime): boolean {
  if (to - from < 9 || to - from > 32) return false;
  let whole = 0;
  let at = from;
  for (; at < to && digit(bytes[at]) >= 0; at++) whole = whole * 10 + digit(bytes[at]);
  let fraction = 0;
  if (at < to && bytes[at] === POINT) {
    let weight = 0.1;
    for (at++; at < to && digit(bytes[at]) >= 0; at++, weight /= 10) fraction += digit(bytes[at]) * weight;
  }
  if (at !== to || whole < LEAST_EPOCH_S) return false;
  const perMs = MAGNITUDES.find(([below]) => whole < below)?.[1];
  if (perMs === undefined) return false;
  // Rounds the fraction of a second to microseconds first, because decimal fractions are inexact in binary.
  written.ms =
    perMs < 1 ? whole * 1000 + Math.floor(Math.round(fraction * 1e6) / 1000) : Math.floor(whole / perMs);
  written.isLocal = false;
  return true;
}

function readDate(
  bytes: Uint8Array,
  from: number,
  to: number,
  separator: number,
  written: WrittenTime,
): boolean {
  if (to - from < 10 || bytes[from + 7] !== separator) return false;
  const year = two(bytes, from) * 100 + two(bytes, from + 2);
  const month = two(bytes, from + 5);
  const day = two(bytes, from + 8);
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return false;
  written.ms = dayNumber(year, month, day) * DAY_MS;
  written.isLocal = true;
  if (to - from === 10) return true;
  const between = bytes[from + 10];
  if (between !== BLANK && between !== 84 && between !== 116) return false;
  return readClock(bytes, from + 11, to, written);
}

function readClock(bytes: Uint8Array, from: number, to: number, written: WrittenTime): boolean {
  const hour = two(bytes, from);
  const minute = two(bytes, from + 3);
  if (to - from < 5 || bytes[from + 2] !== COLON || hour < 0 || hour > 23 || minute < 0 || minute > 59)
    return false;
  let ms = hour * HOUR_MS + minute * MINUTE_MS;
  let at = from + 5;
  if (bytes[at] === COLON && at < to) {
    const second = two(bytes, at + 1);
    // Second 60 of a leap second becomes the second after it.
    if (to - at < 3 || second < 0 || second > 60) return false;
    ms += second * SECOND_MS;
    at += 3;
    if (at < to && (bytes[at] === POINT || bytes[at] === 44)) {
      let weight = 100;
      for (at++; at < to && digit(bytes[at]) >= 0; at++) {
        ms += weight >= 1 ? digit(bytes[at]) * weight : 0;
        weight /= 10;
      }
    }
  }
  written.ms += ms;
  return at === to || readOffset(bytes, at, to, written);
}

function readOffset(bytes: Uint8Array, from: number, to: number, written: WrittenTime): boolean {
  written.isLocal = false;
  const at = bytes[from] === BLANK ? from + 1 : from;
  if (to - at === 1) return bytes[at] === 90 || bytes[at] === 122;
  if (to - at === 3 && bytes[at] === 85) return bytes[at + 1] === 84 && bytes[at + 2] === 67;
  const sign = bytes[at] === PLUS ? 1 : bytes[at] === DASH ? -1 : 0;
  const hours = two(bytes, at + 1);
  const minutesAt = bytes[at + 3] === COLON ? at + 4 : at + 3;
  const minutes = to - at === 3 ? 0 : minutesAt + 2 === to ? two(bytes, minutesAt) : -1;
  if (sign === 0 || hours < 0 || hours > 18 || minutes < 0 || minutes > 59) return false;
  written.ms -= sign * (hours * HOUR_MS + minutes * MINUTE_MS);
  return true;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days since 1970. Years start in March here, so that a leap day is the last day of its year. */
function dayNumber(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const ofEra = marchYear - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}
