import { parquetScan } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { parquet, type ReadSettings, readTrace, recognise, sourceOf } from '../../src/trace/index.ts';
import { randomStream } from '../../src/workload/index.ts';

const ROWS = 500_000;
const COLUMNS = ['cpu', 'memory', 'connections', 'queries'];

/** Returns a table as other programs write it: a row a minute, four columns of numbers that may be null. */
export function parquetTable(): Uint8Array {
  const random = randomStream(1, 'cells');
  const column = (most: number, parts: number) =>
    Array.from({ length: ROWS }, () => Math.floor(most * parts * random()) / parts);
  const times = Array.from({ length: ROWS }, (_, row) => BigInt(Date.UTC(2026, 0) + row * 60_000));
  const values = [column(8, 1000), column(1e10, 1), column(100, 1), column(1e5, 1)];
  return new Uint8Array(
    parquetWriteBuffer({
      schema: [
        { name: 'root', num_children: 5 },
        {
          name: 'time',
          type: 'INT64',
          repetition_type: 'OPTIONAL',
          converted_type: 'TIMESTAMP_MILLIS',
        },
        ...COLUMNS.map((name) => ({
          name,
          type: 'DOUBLE' as const,
          repetition_type: 'OPTIONAL' as const,
        })),
      ],
      columnData: [
        { name: 'time', data: times },
        ...COLUMNS.map((name, at) => ({ name, data: values[at] ?? [] })),
      ],
      rowGroupSize: 100_000,
    }),
  );
}

/** Returns the same samples as tidemark writes them. */
export async function ownParquet(table: Uint8Array, settings: ReadSettings): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of parquet((await readTrace(await recognise(sourceOf(table)), settings)).stream))
    pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Reads all columns. Returns the number of rows. */
export async function readRows(bytes: Uint8Array, settings: ReadSettings): Promise<number> {
  let rows = 0;
  for await (const { times } of (await readTrace(await recognise(sourceOf(bytes)), settings)).stream.chunks)
    rows += times.length;
  if (rows !== ROWS) throw new Error('the table was not read');
  return rows;
}

/** Reads all columns with the library alone. Returns the number of rows. */
export async function libraryRows(bytes: Uint8Array): Promise<number> {
  const scan = await parquetScan({ file: bytes.slice().buffer as ArrayBuffer });
  let rows = 0;
  for (const range of scan.ranges) {
    for (const column of COLUMNS) await scan.readColumn({ column, ...range });
    rows += (await scan.readColumn({ column: 'time', ...range })).length;
  }
  if (rows !== ROWS) throw new Error('the table was not read');
  return rows;
}
