import type { Place } from '../../problem/index.ts';
import type { Block } from '../reading/blocks.ts';
import { cellsOf } from './unquoted.ts';
import { DAY_ORDERS } from './values/day-month.ts';
import { readInstant } from './values/instant.ts';
import { numberAt, UNREADABLE } from './values/number.ts';

/** What the first rows of a table tell about it. */
export interface Sheet {
  /** What a decimal point looks like, as a byte. */
  readonly decimal: number;
  readonly hasHeader: boolean;
  /** The names of its columns; without a header their numbers, from 1. */
  readonly names: readonly string[];
  /** The first rows, as far as they have been looked at. */
  readonly rows: readonly (readonly string[])[];
  /** Some of them, to guess from. */
  readonly sample: readonly (readonly string[])[];
  /** Where names and rows begin, for problems. */
  readonly namesAt: Pick<Place, 'line'>;
  readonly rowsAt: Pick<Place, 'line'>;
}

export interface CsvSheet extends Sheet {
  readonly delimiter: string;
}

export const SAMPLE_ROWS = 2000;

/** @param given what separates cells, where the file says so itself */
export function sheetOf(block: Block, given: string | null): CsvSheet {
  const text = Buffer.from(block.bytes).toString('utf8');
  const delimiter = given ?? delimiterOf(text);
  // Where semicolons separate cells, they do because commas are in numbers.
  const decimal = (delimiter === ';' ? ',' : '.').charCodeAt(0);
  const all = cellsOf(text, delimiter).filter((cells) => cells.length > 1 || cells[0] !== '');
  const first = all[0] ?? [];
  const hasHeader = first.some((cell) => cell.trim() !== '') && !first.some((cell) => isValue(cell, decimal));
  const rows = hasHeader ? all.slice(1) : all;
  return {
    delimiter,
    decimal,
    hasHeader,
    names: hasHeader ? first.map((cell) => cell.trim()) : first.map((_, at) => `${at + 1}`),
    rows,
    sample: rows.slice(0, SAMPLE_ROWS),
    namesAt: { line: block.line },
    rowsAt: { line: block.line + Number(hasHeader) },
  };
}

/** The number in a cell of the sample, or what `numberAt` has in its place. */
export function sampleNumber(cell: string | undefined, decimal: number): number {
  const bytes = Buffer.from(cell ?? '');
  return numberAt(bytes, 0, bytes.length, decimal);
}

/** The time in a cell of the sample, as if local times were UTC, and NaN where there is none in any order of its parts. */
export function sampleTime(cell: string | undefined): number {
  const bytes = Buffer.from(cell ?? '');
  const written = { ms: 0, isLocal: false };
  return DAY_ORDERS.some((order) => readInstant(bytes, 0, bytes.length, written, order))
    ? written.ms
    : Number.NaN;
}

const DELIMITERS = [',', ';', '\t', '|'];

/** The one of which most stand in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const line = text.replace(/"(?:[^"]|"")*"/g, '').match(/[^\r\n]+/)?.[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string;
}

function isValue(cell: string, decimal: number): boolean {
  const value = sampleNumber(cell, decimal);
  return (!Number.isNaN(value) && value !== UNREADABLE) || !Number.isNaN(sampleTime(cell));
}
