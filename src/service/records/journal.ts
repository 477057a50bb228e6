import { present } from '../../problem/index.ts';
import type { Change } from '../store/store.ts';
import type { Records, TableName } from './records.ts';

type Reader = (id: string) => Records[TableName] | null;

/** Which records have changed since the store last took them. What they are is read when it takes them again. */
export class Journal {
  private readonly changed = new Map<TableName, Set<string>>();
  private readonly readers = new Map<TableName, Reader>();

  reads(table: TableName, reader: Reader): void {
    this.readers.set(table, reader);
    this.changed.set(table, new Set());
  }

  note(table: TableName, id: string): void {
    present(this.changed.get(table), 'a table is known to its journal').add(id);
  }

  get isEmpty(): boolean {
    for (const ids of this.changed.values()) if (ids.size > 0) return false;
    return true;
  }

  /** Everything that has changed, as it is now. */
  take(): Change[] {
    const changes: Change[] = [];
    for (const [table, ids] of this.changed) {
      const read = present(this.readers.get(table), 'a table is known to its journal');
      for (const id of ids) changes.push({ table, id, record: read(id) });
      ids.clear();
    }
    return changes;
  }
}
