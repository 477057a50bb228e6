import { MICROS } from '../../facts/index.ts';
import { length, money, numberWords } from '../words/format.ts';

/**
 * Says a value of a fact in words. The end of its name says its unit, as everywhere in the code: `lowestMs` is a number
 * of milliseconds.
 *
 * @param name the name of the value; parts without a unit of their own have its unit
 * @param currency of prices, whose names have `micros`
 */
export function valueWords(name: string, value: unknown, currency: string): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberOf(name, value, currency);
  if (Array.isArray(value)) return listWords(name, value, currency);
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([part, one]) =>
      part === 'kind'
        ? String(one)
        : `${labelOf(part)} ${valueWords(unitOf(part) ? part : name, one, currency)}`,
    )
    .join(', ');
}

function numberOf(name: string, value: number, currency: string): string {
  if (unitOf(name) === 'ms') return length(value);
  if (unitOf(name) === 'micros') return priceWords(value, currency);
  const unit = unitOf(name);
  return unit === null ? String(value) : `${numberWords(value)} ${unit}`;
}

/** At least two decimals, and as many as a small price needs. */
function priceWords(micros: number, currency: string): string {
  if (micros % (MICROS / 100) === 0) return money(micros, currency);
  const amount = String(micros / MICROS);
  return currency === 'USD' ? `$${amount}` : `${amount} ${currency}`;
}

function listWords(name: string, list: readonly unknown[], currency: string): string {
  const words = list.map((one) =>
    Array.isArray(one)
      ? `${one[0]} CU: ${one[1]}`
      : valueWords(unitOf(name) === 'CU' ? '' : name, one, currency),
  );
  if (words.length === 0) return 'none';
  const unit = unitOf(name) === 'CU' ? ' CU' : '';
  if (words.length <= MOST_SHOWN) return `${words.join(', ')}${unit}`;
  return `${words.slice(0, MOST_SHOWN - 1).join(', ')} … ${words.at(-1)}${unit} (${words.length})`;
}

/** The whole list is in the JSON answer. */
const MOST_SHOWN = 6;

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/[mM]icros/, 'micros'],
  [/GibPerCu$/, 'GiB for each CU'],
  // A rate has its unit in its label.
  [/Per[A-Z]\w*$/, ''],
  [/Ms$/, 'ms'],
  [/Cu$/, 'CU'],
  [/Gib$/, 'GiB'],
  [/Mib$/, 'MiB'],
  [/Gb$/, 'GB'],
  [/CuHours$/, 'CU-hours'],
];

function unitOf(name: string): string | null {
  return UNITS.find(([pattern]) => pattern.test(name))?.[1] || null;
}

/** `computeMicrosPerCuHour` becomes `compute per CU-hour`. */
function labelOf(name: string): string {
  return name
    .replace(/[mM]icros/, '')
    .replace(/(?<=[a-z\d])(?<!Per)(?<!PerMaximum)(?:Ms|Cu|Gib|Mib|Gb|CuHours)$/, '')
    .replace('CuHour', ' CU-hour')
    .replace('GbMonth', ' GB-month')
    .replaceAll(/(?<=[a-z])(?:Cu|Gb)$/g, (unit) => ` ${unit.toUpperCase()}`)
    .replace(/^gib/, 'GiB')
    .replaceAll(/(?<=[a-zB])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^ ?[A-Z](?=[a-z]+ )/, (letter) => letter.trim().toLowerCase());
}
