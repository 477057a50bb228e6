import { present } from '../../problem/index.ts';
import type { RecordWrite } from '../store/store.ts';
import { changeOf, type RecordChange } from './record-change.ts';
import type { Records, TableName } from './records.ts';

type Reader = (id: string) => Records[TableName] | null;

/**
 * Keeps the ids of records that have changed since the last write to the store, which reads the records themselves. Of
 * followed tables it also keeps each change, because a follower has to make the same changes in the same order.
 */
export class RecordJournal {
  private readonly changedIds = new Map<TableName, Set<string>>();
  private followed: RecordChange[] = [];
  private readonly readers = new Map<TableName, Reader>();

  reads(table: TableName, reader: Reader): void {
    this.readers.set(table, reader);
    this.changedIds.set(table, new Set());
  }

  note(table: TableName, id: string): void {
    present(this.changedIds.get(table), 'a table is known to its journal').add(id);
  }

  /** Notes that a record was changed, added or deleted. */
  record<Name extends TableName>(
    table: Name,
    before: Records[Name] | null,
    after: Records[Name] | null,
  ): void {
    if (before !== null) this.note(table, before.id);
    if (after !== null) this.note(table, after.id);
    const change = changeOf(table, before, after);
    if (change !== null) this.followed.push(change);
  }

  /** The changes of followed tables since the last call, in order. */
  takeFollowed(): readonly RecordChange[] {
    const { followed } = this;
    this.followed = [];
    return followed;
  }

  get isEmpty(): boolean {
    for (const ids of this.changedIds.values()) if (ids.size > 0) return false;
    return true;
  }

  /** The records that have changed since the last call, as they are now. */
  take(): RecordWrite[] {
    const changes: RecordWrite[] = [];
    for (const [table, ids] of this.changedIds) {
      const read = present(this.readers.get(table), 'a table is known to its journal');
      for (const id of ids) changes.push({ table, id, record: read(id) });
      ids.clear();
    }
    return changes;
  }
}
