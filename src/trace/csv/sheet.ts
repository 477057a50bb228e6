import type { Place } from '../../problem/index.ts';
import type { Block } from '../reading/blocks.ts';
import { bytesOf, textOf } from '../reading/bytes.ts';
import { cellsOf } from './unquoted.ts';
import { DAY_ORDERS } from './values/day-month.ts';
import { readInstant } from './values/instant.ts';
import { numberAt, UNREADABLE } from './values/number.ts';

/** Facts that the first rows of a table show about it. */
export interface Sheet {
  /** The decimal separator, as a byte. */
  readonly decimal: number;
  readonly hasHeader: boolean;
  /** The names of the columns. Without a header they are numbers from 1. */
  readonly names: readonly string[];
  /** The first rows that were read. */
  readonly rows: readonly (readonly string[])[];
  /** Some of these rows, from which columns are guessed. */
  readonly sample: readonly (readonly string[])[];
  /** The lines of the names and of the first row, for problems. */
  readonly namesAt: Pick<Place, 'line'>;
  readonly rowsAt: Pick<Place, 'line'>;
}

export interface CsvSheet extends Sheet {
  readonly delimiter: string;
}

export const SAMPLE_ROWS = 2000;

/** @param given the delimiter, if the file itself names it */
export function sheetOf(block: Block, given: string | null): CsvSheet {
  const text = textOf(block.bytes);
  const delimiter = given ?? delimiterOf(text);
  // A table separated by semicolons has commas as decimal separators.
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

/** The number in a cell of the sample, with the same special values as `numberAt`. */
export function sampleNumber(cell: string | undefined, decimal: number): number {
  const bytes = bytesOf(cell ?? '');
  return numberAt(bytes, 0, bytes.length, decimal);
}

/**
 * The time in a cell of the sample, with local times read as UTC. NaN if it is no time in any order of day and month.
 */
export function sampleTime(cell: string | undefined): number {
  const bytes = bytesOf(cell ?? '');
  const written = { ms: 0, isLocal: false };
  return DAY_ORDERS.some((order) => readInstant(bytes, 0, bytes.length, written, order))
    ? written.ms
    : Number.NaN;
}

const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter that is most frequent in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const line = text.replace(/"(?:[^"]|"")*"/g, '').match(/[^\r\n]+/)?.[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string;
}

function isValue(cell: string, decimal: number): boolean {
  const value = sampleNumber(cell, decimal);
  return (!Number.isNaN(value) && value !== UNREADABLE) || !Number.isNaN(sampleTime(cell));
}
