import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';

const { binary, double, email, uri } = fullFormats;

/** The formats that the description uses. A validator refuses to compile another. */
export const FORMATS: Readonly<Record<string, Format>> = {
  binary,
  double,
  email,
  uri,
  'date-time': isUtcTime,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  int: between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
  int32: between(-(2 ** 31), 2 ** 31 - 1),
  int64: between(-(2 ** 63), 2 ** 63),
  uint64: between(0, 2 ** 64),
};

/** ISO 8601, in UTC and written with a Z, of a day that the calendar has. */
function isUtcTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text.slice(0, 10));
}

/** The type beside the format says that the number is whole. */
function between(least: number, most: number): Format {
  return { type: 'number', validate: (value: number) => value >= least && value <= most };
}
