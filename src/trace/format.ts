import type { Table } from './csv/table.ts';
import { readJsonLines } from './json-lines.ts';
import { openParquetTable, readParquet } from './parquet/read-parquet.ts';
import type { Reading, ReadSettings } from './reading.ts';
import type { Source } from './source.ts';

/** A form that a trace comes in and that its beginning tells; a table (CSV) is whatever has none of these. */
export interface Format {
  /** Whether a file is of this form, by the text that it begins with. */
  is(opening: string): boolean;
  read(source: Source, settings: ReadSettings): Promise<Reading>;
  /** The same as a table, where it can be one. */
  readonly table?: (source: Source, settings: ReadSettings) => Promise<Table>;
}

/** The first form that knows its own; null: none of them does. */
export function formatOf(opening: string): Format | null {
  return FORMATS.find((format) => format.is(opening)) ?? null;
}

const FORMATS: readonly Format[] = [
  { is: (opening) => opening.startsWith('PAR1'), read: readParquet, table: openParquetTable },
  {
    is: (opening) => /^\s*\{[^\n]*"schema"\s*:\s*"tidemark\/trace"/.test(opening),
    read: (source, settings) => readJsonLines(source.pieces(), settings),
  },
];
