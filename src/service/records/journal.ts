import { present } from '../../problem/index.ts';
import type { Change } from '../store/store.ts';
import type { Records, TableName } from './records.ts';
import { type Step, stepOf } from './step.ts';

type Reader = (id: string) => Records[TableName] | null;

/**
 * Which records have changed since the store last took them: what they are is read when it takes them again. Of tables
 * that are followed it keeps each step too, for those who follow have to take the same way.
 */
export class Journal {
  private readonly changed = new Map<TableName, Set<string>>();
  private steps: Step[] = [];
  private readonly readers = new Map<TableName, Reader>();

  reads(table: TableName, reader: Reader): void {
    this.readers.set(table, reader);
    this.changed.set(table, new Set());
  }

  note(table: TableName, id: string): void {
    present(this.changed.get(table), 'a table is known to its journal').add(id);
  }

  /** A record has become another, has come or has gone. */
  record<Name extends TableName>(
    table: Name,
    before: Records[Name] | null,
    after: Records[Name] | null,
  ): void {
    if (before !== null) this.note(table, before.id);
    if (after !== null) this.note(table, after.id);
    const step = stepOf(table, before, after);
    if (step !== null) this.steps.push(step);
  }

  /** Every step since they were taken last, in order. */
  takeSteps(): readonly Step[] {
    const { steps } = this;
    this.steps = [];
    return steps;
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
