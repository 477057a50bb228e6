import type { Reading, ReadSettings } from '../reading.ts';
import type { Source } from '../source.ts';
import { HEAD_KEY } from './own-columns.ts';
import { openParquet } from './parquet-file.ts';
import { readColumns } from './read-columns.ts';
import { readOwn } from './read-own.ts';

/** Reads Parquet, row group by row group: a trace that tidemark wrote, or anybody's table. */
export async function readParquet(source: Source, settings: ReadSettings): Promise<Reading> {
  const file = await openParquet(source, settings.name);
  const head = file.metadata.key_value_metadata?.find(({ key }) => key === HEAD_KEY)?.value;
  return head === undefined ? readColumns(file, settings) : readOwn(file, head, settings);
}
