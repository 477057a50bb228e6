import { nearestWord, problem } from '../../../problem/index.ts';
import { QUANTITY_NAMES, type Quantity } from '../../quantity.ts';
import type { Sheet } from '../sheet.ts';
import { DAY_ORDERS } from '../values/day-month.ts';
import { UNITS } from '../values/units.ts';

/** One parsed entry of `--map`. */
export interface MapEntry {
  readonly quantity: Quantity | 'time';
  /** The index of the column, or `each` if each row is one event. */
  readonly column: number | 'each';
  /** Null if the unit has to be guessed. For times, the order of day and month. */
  readonly unit: string | null;
}

/** Parses `QUANTITY=FIELD[:UNIT]`. A field is the name of a column or its number from 1. */
export function mapEntry(text: string, sheet: Sheet, file: string): MapEntry {
  const place = { file, field: `‹map› ${text}` };
  const equals = text.indexOf('=');
  if (equals < 1) throw problem(place, 'there is no =', 'write QUANTITY=COLUMN or QUANTITY=COLUMN:UNIT');
  const word = text.slice(0, equals).trim();
  const quantity = [...QUANTITY_NAMES, 'time' as const].find((name) => name === word);
  if (quantity === undefined)
    throw problem(
      place,
      `"${word}" is no quantity${didYouMean(word, QUANTITY_NAMES)}`,
      listWords([...QUANTITY_NAMES, 'time']),
    );
  const field = text.slice(equals + 1).trim();
  const whole = columnOf(field, sheet);
  if (whole !== undefined) return { quantity, column: whole, unit: null };
  if (field === 'each' && quantity === 'queries') return { quantity, column: 'each', unit: null };
  const colon = field.lastIndexOf(':');
  const name = colon === -1 ? field : field.slice(0, colon);
  const column = columnOf(name, sheet);
  if (column === undefined)
    throw problem(
      place,
      `there is no column "${name}"${didYouMean(name, sheet.names)}`,
      listWords(sheet.names),
    );
  const unit = field.slice(colon + 1);
  const units: readonly string[] = quantity === 'time' ? DAY_ORDERS : Object.keys(UNITS[quantity]);
  if (!units.includes(unit))
    throw problem(
      place,
      quantity === 'time'
        ? `"${unit}" is no order of day and month${didYouMean(unit, units)}`
        : `"${unit}" is no unit of ${quantity}${didYouMean(unit, units)}`,
      listWords(units),
    );
  return { quantity, column, unit };
}

/** Finds a column by its exact name, by its name in any case, or by its number. */
function columnOf(field: string, { names }: Sheet): number | undefined {
  const exact = names.indexOf(field);
  if (exact !== -1) return exact;
  const lower = field.toLowerCase();
  const alike = names.findIndex((name) => name.toLowerCase() === lower);
  if (alike !== -1) return alike;
  const number = /^\d{1,6}$/.test(field) ? Number(field) : 0;
  return number >= 1 && number <= names.length ? number - 1 : undefined;
}

const MOST_SHOWN = 20;

export function listWords(words: readonly string[]): string {
  const shown = words.slice(0, MOST_SHOWN).join(', ');
  return `there ${words.length === 1 ? 'is' : 'are'} ${shown}${words.length > MOST_SHOWN ? ' and more' : ''}`;
}

function didYouMean(word: string, words: readonly string[]): string {
  const nearest = nearestWord(word, words);
  return nearest === undefined ? '' : `, is "${nearest}" meant?`;
}
