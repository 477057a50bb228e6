import { type Records, TABLE_NAMES, type TableName } from '../../src/service/records/records.ts';
import { batchesOf } from '../../src/service/store/batch.ts';
import type { Contents, RecordWrite, Store } from '../../src/service/store/store.ts';

/** A store that keeps records as a database does: as text, so that nothing but plain data survives. */
export class TextStore implements Store {
  readonly description = 'text';
  /** Every text that was ever written. */
  readonly written: string[] = [];
  private readonly tables = new Map<TableName, Map<string, string>>();

  async load(): Promise<Contents> {
    return this.contents();
  }

  contents(): Contents {
    return Object.fromEntries(
      TABLE_NAMES.map((name) => [
        name,
        // By id, as databases give them back.
        [...(this.tables.get(name) ?? [])]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([, text]) => JSON.parse(text) as Records[TableName]),
      ]),
    ) as unknown as Contents;
  }

  async write(changes: readonly RecordWrite[]): Promise<void> {
    for (const { table, deletedIds: gone, records: kept } of batchesOf(changes)) {
      const records = this.tables.get(table) ?? new Map<string, string>();
      this.tables.set(table, records);
      for (const id of gone) records.delete(id);
      for (const record of kept) {
        const text = JSON.stringify(record);
        this.written.push(text);
        records.set(record.id, text);
      }
    }
  }

  async close(): Promise<void> {}
}
