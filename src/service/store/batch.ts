import { type Records, TABLE_NAMES, type TableName } from '../records/records.ts';
import type { RecordWrite } from './store.ts';

/** The writes to one table, with each record once. */
export interface TableBatch {
  readonly table: TableName;
  readonly deletedIds: readonly string[];
  readonly records: readonly Records[TableName][];
}

/** Groups changes by table. If a record changed several times, only its last change stays. */
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
  const deletedIds: string[] = [];
  const keptRecords: Records[TableName][] = [];
  for (const [id, record] of records) {
    if (record === null) deletedIds.push(id);
    else keptRecords.push(record);
  }
  return { table, deletedIds, records: keptRecords };
}
