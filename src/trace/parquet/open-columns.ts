import type { DecodedArray, SchemaElement } from 'hyparquet';
import { noData, problem } from '../../problem/index.ts';
import type { Row } from '../csv/row.ts';
import { SAMPLE_ROWS, type Sheet } from '../csv/sheet.ts';
import type { OpenRows, Table, TableRows } from '../csv/table.ts';
import type { DayOrder } from '../csv/values/day-month.ts';
import type { WrittenTime } from '../csv/values/written-date.ts';
import type { ReadSettings } from '../reading/reading.ts';
import {
  cellText,
  checkedNumber,
  type Meaning,
  meaningOf,
  numbersOf,
  type ReadTime,
  timesOf,
} from './cells.ts';
import type { ParquetFile } from './parquet-file.ts';

/** Opens any Parquet file as a table, whose columns are guessed or mapped as in other tables. */
export async function openColumns(file: ParquetFile, settings: ReadSettings): Promise<Table> {
  const place = { file: settings.name };
  if (file.groups.length === 0)
    throw noData(place, 'the Parquet file has no rows', 'give a file with samples');
  const all = file.columns.map((element) => ({ element, meaning: meaningOf(element) }));
  if (all.length === 0)
    throw problem(
      place,
      'the Parquet file has no column with one value per row',
      'write its samples as plain columns',
    );
  return {
    sheet: await sheetOf(file, all),
    settings,
    hasLines: false,
    notes:
      file.nested.length === 0
        ? []
        : [`not read, because they have several values per row: ${file.nested.join(', ')}`],
    open: (columns, dayOrder) =>
      openRows(
        file,
        columns.map((column) => all[column] as ParquetColumn),
        dayOrder,
      ),
  };
}

async function openRows(
  file: ParquetFile,
  wanted: readonly ParquetColumn[],
  dayOrder: DayOrder | null,
): Promise<OpenRows> {
  // Reads enough row groups to tell the step; one is nearly always enough.
  let last = 0;
  while (last < file.groups.length && (file.groups[last - 1]?.rowEnd ?? 0) < SAMPLE_ROWS) last++;
  const firstRows: TableRows[] = [];
  for (const group of file.groups.slice(0, last)) firstRows.push(await rowsOf(file, group, wanted, dayOrder));
  return {
    first: {
      rows: (take) => {
        for (const rows of firstRows) rows(take);
      },
      count: file.groups[last - 1]?.rowEnd ?? 0,
    },
    rest: restOf(file, last, wanted, dayOrder),
  };
}

interface ParquetColumn {
  readonly element: SchemaElement;
  readonly meaning: Meaning;
}

async function* restOf(
  file: ParquetFile,
  from: number,
  wanted: readonly ParquetColumn[],
  dayOrder: DayOrder | null,
): AsyncGenerator<TableRows> {
  for (const group of file.groups.slice(from)) yield await rowsOf(file, group, wanted, dayOrder);
}

/** The first rows as text, from which columns are guessed. */
async function sheetOf(file: ParquetFile, columns: readonly ParquetColumn[]): Promise<Sheet> {
  const [group] = file.groups;
  const rows = { rowStart: 0, rowEnd: Math.min(SAMPLE_ROWS, group?.rowEnd ?? 0) };
  const cells: string[][] = Array.from({ length: rows.rowEnd }, () => []);
  for (const { element, meaning } of columns) {
    const data = await file.read(element.name, rows);
    cells.forEach((row, at) => {
      row.push(cellText(data[at], meaning));
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
  dayOrder: DayOrder | null,
): Promise<TableRows> {
  const data: DecodedArray[] = [];
  for (const { element } of wanted) data.push(await file.read(element.name, group));
  const meanings = wanted.map(({ meaning }) => meaning);
  const decoded: Decoded = {
    data,
    meanings,
    readTime: timesOf(data[0] ?? [], meanings[0] as Meaning, dayOrder),
    numbers: data.map((values, slot) =>
      slot === 0 ? new Float64Array() : numbersOf(values, meanings[slot] as Meaning),
    ),
  };
  return (take) => {
    const row = new ColumnRow(decoded);
    const line = () => group.rowStart + row.at + 1;
    for (; row.at < group.rowEnd - group.rowStart; row.at++) take(row, line);
  };
}

/** The columns of a row group, by slot. */
interface Decoded {
  readonly data: readonly DecodedArray[];
  readonly meanings: readonly Meaning[];
  readonly readTime: ReadTime;
  readonly numbers: readonly Float64Array[];
}

/** A row in decoded columns. */
class ColumnRow implements Row {
  at = 0;
  readonly #columns: Decoded;
  readonly #numbers: readonly Float64Array[];

  constructor(columns: Decoded) {
    this.#columns = columns;
    this.#numbers = columns.numbers;
  }

  time(written: WrittenTime): boolean {
    return this.#columns.readTime(this.at, written);
  }

  number(slot: number): number {
    return checkedNumber((this.#numbers[slot] as Float64Array)[this.at] as number);
  }

  text(slot: number): string {
    const { data, meanings } = this.#columns;
    return cellText((data[slot] as DecodedArray)[this.at], meanings[slot] as Meaning);
  }
}
