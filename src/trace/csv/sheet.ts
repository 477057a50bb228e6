import type { Block } from '../blocks.ts';
import { readInstant } from './instant.ts';
import { numberAt, UNREADABLE } from './number.ts';
import { cellsOf } from './unquoted.ts';

/** What the first rows of a table tell about it. */
export interface Sheet {
  readonly delimiter: string;
  /** What a decimal point looks like, as a byte. */
  readonly decimal: number;
  readonly hasHeader: boolean;
  /** The names of its columns; without a header their numbers, from 1. */
  readonly names: readonly string[];
  /** How many rows there are below the header. */
  readonly rows: number;
  /** Some of them, to guess from. */
  readonly sample: readonly (readonly string[])[];
}

const SAMPLE_ROWS = 2000;

export function sheetOf(block: Block): Sheet {
  const text = Buffer.from(block.bytes).toString('utf8');
  const delimiter = delimiterOf(text);
  // Where semicolons separate cells, they do because commas are in numbers.
  const decimal = (delimiter === ';' ? ',' : '.').charCodeAt(0);
  const rows = cellsOf(text, delimiter).filter((cells) => cells.length > 1 || cells[0] !== '');
  const first = rows[0] ?? [];
  const hasHeader = first.some((cell) => cell.trim() !== '') && !first.some((cell) => isValue(cell, decimal));
  return {
    delimiter,
    decimal,
    hasHeader,
    names: hasHeader ? first.map((cell) => cell.trim()) : first.map((_, at) => `${at + 1}`),
    rows: rows.length - Number(hasHeader),
    sample: rows.slice(hasHeader ? 1 : 0, SAMPLE_ROWS),
  };
}

/** The number in a cell of the sample, or what `numberAt` has in its place. */
export function sampleNumber(cell: string | undefined, decimal: number): number {
  const bytes = Buffer.from(cell ?? '');
  return numberAt(bytes, 0, bytes.length, decimal);
}

/** The time in a cell of the sample, as if local times were UTC, and NaN where there is none. */
export function sampleTime(cell: string | undefined): number {
  const bytes = Buffer.from(cell ?? '');
  const written = { ms: 0, isLocal: false };
  return readInstant(bytes, 0, bytes.length, written) ? written.ms : Number.NaN;
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
