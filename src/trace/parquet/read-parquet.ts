import { problem } from '../../problem/index.ts';
import { readTable, type Table } from '../csv/table.ts';
import type { Reading, ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import { openColumns } from './open-columns.ts';
import { HEAD_KEY } from './own-columns.ts';
import { openParquet, type ParquetFile } from './parquet-file.ts';
import { readOwn } from './read-own.ts';

/** Reads Parquet one row group at a time: a trace written by tidemark, or any table. */
export async function readParquet(source: ByteSource, settings: ReadSettings): Promise<Reading> {
  const file = await openParquet(source, settings.name);
  const head = headIn(file);
  return head === undefined ? readTable(await openColumns(file, settings)) : readOwn(file, head, settings);
}

/** Opens the file as a table. Throws a problem if it is a trace written by tidemark. */
export async function openParquetTable(source: ByteSource, settings: ReadSettings): Promise<Table> {
  const file = await openParquet(source, settings.name);
  if (headIn(file) === undefined) return openColumns(file, settings);
  throw problem({ file: settings.name }, 'a trace of tidemark has one database', 'leave ‹by› out');
}

function headIn({ metadata }: ParquetFile): string | undefined {
  return metadata.key_value_metadata?.find(({ key }) => key === HEAD_KEY)?.value;
}
