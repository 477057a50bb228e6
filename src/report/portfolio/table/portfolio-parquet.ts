import { ParquetPieces } from '../../../trace/index.ts';
import type { PortfolioAnswer } from '../portfolio-answer.ts';
import { portfolioCells, type TableCell } from './portfolio-cells.ts';

/** The table as Parquet: columns of text and of numbers, with null where a cell is empty. */
export function* portfolioParquet(answer: PortfolioAnswer, groupRows = GROUP_ROWS): Generator<Uint8Array> {
  const { columns, rows } = portfolioCells(answer);
  const pieces = new ParquetPieces(
    columns.map(({ name, kind }) => ({
      name,
      repetition_type: 'OPTIONAL',
      ...(kind === 'number' ? { type: 'DOUBLE' } : { type: 'BYTE_ARRAY', converted_type: 'UTF8' }),
    })),
  );
  let group: TableCell[][] = columns.map(() => []);
  let count = 0;
  for (const row of rows) {
    for (const [i, cells] of group.entries()) cells.push(row[i] ?? null);
    if (++count < groupRows) continue;
    yield pieces.group(columnData(), count);
    group = columns.map(() => []);
    count = 0;
  }
  if (count > 0) yield pieces.group(columnData(), count);
  yield pieces.end();

  function columnData() {
    return columns.map(({ name }, i) => ({ name, data: group[i] as TableCell[] }));
  }
}

const GROUP_ROWS = 10_000;
