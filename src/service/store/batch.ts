import { type Records, TABLE_NAMES, type TableName } from '../records/records.ts';
import type { RecordWrite } from './store.ts';

/** What a list of changes comes to in one table. */
export interface TableBatch {
  readonly table: TableName;
  readonly gone: readonly string[];
  readonly kept: readonly Records[TableName][];
}

/** The changes by table, each id once: of several changes to one record the last counts. */
export function batchesOf(changes: readonly RecordWrite[]): readonly TableBatch[] {
  const tables = new Map<TableName, Map<string, RecordWrite['record']>>();
  for (const { table, id, record } of changes) {
    const records = tables.get(table);
    if (records === undefined) tables.set(table, new Map([[id, record]]));
    else records.set(id, record);
  }
  return TABLE_NAMES.flatMap((table) => {
    const records = tables.get(table);
    return records === undefined ? [] : [batchOf(table, records)];
  });
}

function batchOf(table: TableName, records: ReadonlyMap<string, RecordWrite['record']>): TableBatch {
  const gone: string[] = [];
  const kept: Records[TableName][] = [];
  for (const [id, record] of records) {
    if (record === null) gone.push(id);
    else kept.push(record);
  }
  return { table, gone, kept };
}
