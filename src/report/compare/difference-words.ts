import { DAY_MS, MICROS } from '../../facts/index.ts';
import { durationWords, gibibytes, numberWords } from '../words/format.ts';

/**
 * Drops the unit from the name of a field: `suspendAfterMs` is suspendAfter, `demand.staff.query.cpu.ms` is
 * staff.query.cpu.
 */
export function differenceLabel(field: string): string {
  return field
    .replace(/^demand\./, '')
    .replace(/(Ms|Bytes|Cu|\.ms)$/, '')
    .replaceAll('Micros', '');
}

/** A value of a simulation, in the unit that the name of its field says. */
export function differenceWords(field: string, value: unknown, currency: string): string {
  if (value === null) return /suspendAfterMs$/.test(field) ? 'off' : 'none';
  if (typeof value === 'number') return figureWords(field, value, currency);
  const text = typeof value === 'object' ? groupWords(value as object, currency) : String(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

const LONGEST = 60;

/** `exponential, mean 60 ms`, or the values of a list. */
function groupWords(value: object, currency: string): string {
  if (Array.isArray(value))
    return value.map((one) => differenceWords('', one, currency)).join('; ') || 'none';
  return Object.entries(value)
    .filter(([name, inner]) => name !== 'kind' || !isNamedBeside(value, inner))
    .map(
      ([name, inner]) =>
        `${name === 'kind' || name === 'ms' ? '' : `${differenceLabel(name)} `}${differenceWords(name, inner, currency)}`,
    )
    .join(', ');
}

/** The kind of a planned change is also the name of one of its fields: `branch dev`, not `branch, branch dev`. */
function isNamedBeside(value: object, kind: unknown): boolean {
  return Object.keys(value).some((name) => differenceLabel(name) === kind);
}

function figureWords(field: string, value: number, currency: string): string {
  if (field === 'startMs') return new Date(value).toISOString().slice(0, 16);
  if (/(Ms|\bms)$/.test(field))
    return value >= DAY_MS ? `${numberWords(value / DAY_MS)} days` : milliseconds(value);
  if (field.endsWith('Bytes')) return gibibytes(value);
  if (field.endsWith('Cu')) return `${numberWords(value)} CU`;
  if (field.includes('Micros')) return `${value / MICROS} ${currency}`;
  return String(Number(value.toPrecision(6)));
}

function milliseconds(value: number): string {
  return value < 1000 ? `${numberWords(value)} ms` : durationWords(value);
}
