import type { NumberSetting } from './session-settings.ts';

/** Parses a value like PostgreSQL, into the unit of its setting; null if it is not a number. */
export function numberOf({ kind, unit }: NumberSetting, value: string): number | null {
  const [, sign, digits = '', given] = NUMBER.exec(value) ?? [];
  if (sign === undefined) return null;
  const size = kind === 'integer' ? integerOf(digits) : Number(digits);
  const number = inUnit(sign === '-' ? -size : size, given === undefined ? null : given, unit);
  if (number === null || !Number.isFinite(number)) return null;
  return kind === 'integer' ? rounded(number) : number;
}

/** Says which values a setting accepts: `a size in B, kB, MB, GB or TB, from 64kB to 2147483647kB`. */
export function rangeWords({ kind, least, most, unit }: NumberSetting): string {
  const scale = scaleOf(unit);
  const what = scale === null ? (kind === 'integer' ? 'an integer' : 'a number') : WORDS[scale];
  const words = (limit: number) => `${scale === null ? limit : withUnit(limit, unit as string)}`;
  return most === Number.POSITIVE_INFINITY
    ? `${what} from ${words(least)} on`
    : `${what} from ${words(least)} to ${words(most)}`;
}

const NUMBER = /^\s*([+-]?)(0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([a-zA-Z]+)?\s*$/;

/** Reads an integer like C: a leading zero means octal digits. */
function integerOf(digits: string): number {
  if (!/^0\d+$/.test(digits)) return Number(digits);
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

/** The units of each scale in the smallest unit, sorted from small to large. */
const SCALES = {
  memory: { B: 1, kB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 },
  duration: { us: 1, ms: 1e3, s: 1e6, min: 6e7, h: 36e8, d: 864e8 },
} as const;

const WORDS = {
  memory: 'a size in B, kB, MB, GB or TB,',
  duration: 'a time in us, ms, s, min, h or d,',
} as const;

function scaleOf(unit: string | null): keyof typeof SCALES | null {
  if (unit === null) return null;
  return unit.endsWith('B') ? 'memory' : 'duration';
}

/** The size of a unit, which may have a count, such as 8kB. */
function sizeOf(unit: string, scale: keyof typeof SCALES): number | undefined {
  const [, count = '', name = ''] = /^(\d*)(.*)$/.exec(unit) ?? [];
  const size = new Map<string, number>(Object.entries(SCALES[scale])).get(name);
  return size === undefined ? undefined : size * (count === '' ? 1 : Number(count));
}

function inUnit(number: number, given: string | null, unit: string | null): number | null {
  const scale = scaleOf(unit);
  if (given === null) return number;
  if (scale === null) return null;
  const size = sizeOf(given, scale);
  if (size === undefined) return null;
  // PostgreSQL rounds a fraction to the next smaller unit: 0.1GB is 102MB.
  const smaller = Object.values(SCALES[scale])
    .filter((one) => one < size)
    .at(-1);
  const smallest = smaller === undefined ? number * size : rounded((number * size) / smaller) * smaller;
  return smallest / (sizeOf(unit as string, scale) as number);
}

/** Rounds a half to the even number. */
function rounded(number: number): number {
  const below = Math.floor(number);
  const rest = number - below;
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
  return below % 2 === 0 ? below : below + 1;
}

function withUnit(number: number, unit: string): string {
  const [, count = '', name = ''] = /^(\d*)(.*)$/.exec(unit) ?? [];
  return `${number * (count === '' ? 1 : Number(count))}${name}`;
}
