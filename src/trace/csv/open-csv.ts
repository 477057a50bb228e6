import { noData } from '../../problem/index.ts';
import { type Block, byteBlocks, lineCount } from '../reading/blocks.ts';
import { joined, textOf } from '../reading/bytes.ts';
import type { ReadSettings } from '../reading/reading.ts';
import { eachRow, type Layout } from './rows.ts';
import { type CsvSheet, sheetOf } from './sheet.ts';
import type { Table, TableRows } from './table.ts';
import { unquoted } from './unquoted.ts';
import type { DayOrder } from './values/day-month.ts';

/** Opens a table in a text. The first block decides how all of it is read. */
export async function openCsv(bytes: AsyncIterable<Uint8Array>, settings: ReadSettings): Promise<Table> {
  const file = settings.name;
  const blocks = byteBlocks(bytes, file, true);
  const { block: first, delimiter } = withoutSeparatorLine(await firstBlock(blocks, file));
  const sheet = sheetOf(first, delimiter);
  if (sheet.sample.length === 0)
    throw noData(
      { file, ...sheet.namesAt },
      'there is a header and no row below it',
      'give a file with samples',
    );
  return {
    sheet,
    settings,
    hasLines: true,
    notes: [],
    open: async (columns, dayOrder) => {
      const layout = layoutOf(sheet, columns, dayOrder);
      return {
        first: { rows: rowsOf(first, sheet, layout, sheet.hasHeader), count: sheet.rows.length },
        rest: restOf(blocks, sheet, layout),
      };
    },
  };
}

/** Joins the first two blocks: with long rows, the first block may hold only the header. */
async function firstBlock(blocks: AsyncIterator<Block>, file: string): Promise<Block> {
  const first = await blocks.next();
  if (first.done === true) throw noData({ file }, 'the file is empty', 'see docs/traces.md');
  const second = await blocks.next();
  if (second.done === true) return first.value;
  return {
    bytes: joined([first.value.bytes, second.value.bytes]),
    line: first.value.line,
    quoted: first.value.quoted || second.value.quoted,
  };
}

/** Excel understands a line `sep=;` before the header, which sets the delimiter and is no data. */
function withoutSeparatorLine(block: Block): { readonly block: Block; readonly delimiter: string | null } {
  const opening = textOf(block.bytes.subarray(0, 16));
  const [line, delimiter] = /^"?sep=([,;\t|])"?(?:\r\n?|\n)/i.exec(opening) ?? [];
  if (line === undefined || delimiter === undefined) return { block, delimiter: null };
  return { block: { ...block, bytes: block.bytes.subarray(line.length), line: block.line + 1 }, delimiter };
}

async function* restOf(
  blocks: AsyncIterable<Block>,
  sheet: CsvSheet,
  layout: Layout,
): AsyncGenerator<TableRows> {
  for await (const block of blocks) yield rowsOf(block, sheet, layout, false);
}

/** The rows of a block, after its header if it has one. */
function rowsOf(block: Block, { delimiter }: CsvSheet, layout: Layout, hasHeader: boolean): TableRows {
  return (take) => {
    const plain = block.quoted
      ? unquoted(textOf(block.bytes), delimiter)
      : { bytes: block.bytes, lines: null };
    let isHeader = hasHeader;
    let rowAt = 0;
    const line = () => block.line + linesBefore(plain, rowAt);
    eachRow(plain.bytes, layout, (row, at) => {
      rowAt = at;
      if (!isHeader) take(row, line);
      isHeader = false;
    });
  };
}

function linesBefore(
  { bytes, lines }: { bytes: Uint8Array; lines: readonly number[] | null },
  at: number,
): number {
  const rows = lineCount(bytes.subarray(0, at));
  return lines === null ? rows : lines.slice(0, rows).reduce((sum, count) => sum + count, 0);
}

function layoutOf(
  { delimiter, names, decimal }: CsvSheet,
  columns: readonly number[],
  dayOrder: DayOrder | null,
): Layout {
  const slots = new Int32Array(names.length).fill(-1);
  columns.forEach((column, slot) => {
    slots[column] = slot;
  });
  return { delimiter: delimiter.charCodeAt(0), decimal, dayOrder, slots, count: columns.length };
}
