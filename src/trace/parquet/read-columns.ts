import type { DecodedArray, SchemaElement } from 'hyparquet';
import { problem } from '../../problem/index.ts';
import type { Written } from '../csv/instant.ts';
import { type Plan, planOf } from '../csv/plan.ts';
import type { Row } from '../csv/row.ts';
import { SAMPLE_ROWS, type Sheet } from '../csv/sheet.ts';
import { type Rows, readTable } from '../csv/table.ts';
import type { Reading, ReadSettings } from '../reading.ts';
import {
  checkedNumber,
  type Meaning,
  meaningOf,
  numbersOf,
  type ReadTime,
  textOf,
  timesOf,
} from './cells.ts';
import type { ParquetFile } from './parquet-file.ts';

/** Reads anybody's Parquet as a table: what its columns are is guessed and said as of any other. */
export async function readColumns(file: ParquetFile, settings: ReadSettings): Promise<Reading> {
  const place = { file: settings.name };
  if (file.groups.length === 0)
    throw problem(place, 'the Parquet file has no rows', 'give a file with samples');
  const columns = file.columns.map((element) => ({ element, meaning: meaningOf(element) }));
  if (columns.length === 0)
    throw problem(
      place,
      'the Parquet file has no column with one value a row',
      'write its samples as plain columns',
    );
  const sheet = await sheetOf(file, columns);
  const plan = planOf(sheet, settings);
  const wanted = [plan.timeColumn, ...plan.fields.map(({ column }) => column)].map(
    (column) => columns[column] as ParquetColumn,
  );
  // Enough groups that a step can be told from them; one does nearly always.
  let last = 0;
  while (last < file.groups.length && (file.groups[last - 1]?.rowEnd ?? 0) < SAMPLE_ROWS) last++;
  const firstRows: Rows[] = [];
  for (const group of file.groups.slice(0, last)) firstRows.push(await rowsOf(file, group, wanted, plan));
  const notes =
    file.nested.length === 0
      ? plan.notes
      : [...plan.notes, `not read, for they have more than one value a row: ${file.nested.join(', ')}`];
  return readTable({
    sheet,
    plan: { ...plan, notes },
    settings,
    hasLines: false,
    first: {
      rows: (take) => {
        for (const rows of firstRows) rows(take);
      },
      count: file.groups[last - 1]?.rowEnd ?? 0,
    },
    rest: restOf(file, last, wanted, plan),
  });
}

interface ParquetColumn {
  readonly element: SchemaElement;
  readonly meaning: Meaning;
}

async function* restOf(
  file: ParquetFile,
  from: number,
  wanted: readonly ParquetColumn[],
  plan: Plan,
): AsyncGenerator<Rows> {
  for (const group of file.groups.slice(from)) yield await rowsOf(file, group, wanted, plan);
}

/** The first rows as texts, of which a table is understood. */
async function sheetOf(file: ParquetFile, columns: readonly ParquetColumn[]): Promise<Sheet> {
  const [group] = file.groups;
  const rows = { rowStart: 0, rowEnd: Math.min(SAMPLE_ROWS, group?.rowEnd ?? 0) };
  const cells: string[][] = Array.from({ length: rows.rowEnd }, () => []);
  for (const { element, meaning } of columns) {
    const data = await file.read(element.name, rows);
    cells.forEach((row, at) => {
      row.push(textOf(data[at], meaning));
    });
  }
  return {
    decimal: '.'.charCodeAt(0),
    hasHeader: true,
    names: columns.map(({ element }) => element.name),
    rows: cells,
    sample: cells,
    namesAt: {},
    rowsAt: {},
  };
}

async function rowsOf(
  file: ParquetFile,
  group: ParquetFile['groups'][number],
  wanted: readonly ParquetColumn[],
  { dayOrder }: Plan,
): Promise<Rows> {
  const data: DecodedArray[] = [];
  for (const { element } of wanted) data.push(await file.read(element.name, group));
  const meanings = wanted.map(({ meaning }) => meaning);
  const row = new ColumnRow(data, meanings, timesOf(data[0] ?? [], meanings[0] as Meaning, dayOrder));
  return (take) => {
    const line = () => group.rowStart + row.at + 1;
    for (row.at = 0; row.at < group.rowEnd - group.rowStart; row.at++) take(row, line);
  };
}

/** A row of columns that have been decoded. */
class ColumnRow implements Row {
  at = 0;
  readonly #data: readonly DecodedArray[];
  readonly #meanings: readonly Meaning[];
  readonly #readTime: ReadTime;
  readonly #numbers: readonly Float64Array[];

  constructor(data: readonly DecodedArray[], meanings: readonly Meaning[], readTime: ReadTime) {
    this.#data = data;
    this.#meanings = meanings;
    this.#readTime = readTime;
    this.#numbers = data.map((values, slot) =>
      slot === 0 ? new Float64Array() : numbersOf(values, meanings[slot] as Meaning),
    );
  }

  time(written: Written): boolean {
    return this.#readTime(this.at, written);
  }

  number(slot: number): number {
    return checkedNumber((this.#numbers[slot] as Float64Array)[this.at] as number);
  }

  text(slot: number): string {
    return textOf((this.#data[slot] as DecodedArray)[this.at], this.#meanings[slot] as Meaning);
  }
}
