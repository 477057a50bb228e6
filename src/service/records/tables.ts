import type { Contents } from '../store/store.ts';
import { RecordJournal } from './record-journal.ts';
import { RecordTable } from './record-table.ts';
import { type Records, TABLE_NAMES, type TableName } from './records.ts';

/** All tables, each grouped by the field by which its records are looked up. */
export class Tables {
  readonly journal = new RecordJournal();
  readonly users = this.table('users', ({ email }) => email, byTime);
  readonly organizations = this.table('organizations', ({ handle }) => handle, byTime);
  readonly members = this.table('members', ({ orgId }) => orgId, byTime);
  readonly keys = this.table(
    'keys',
    ({ hash }) => hash,
    byNumber(({ id }) => Number(id)),
  );
  readonly projects = this.table('projects', ({ orgId, userId }) => orgId ?? userId ?? '', byTime);
  readonly branches = this.table('branches', ({ projectId }) => projectId, byTime);
  readonly endpoints = this.table('endpoints', ({ projectId }) => projectId, byTime);
  readonly operations = this.table(
    'operations',
    ({ projectId }) => projectId,
    byNumber(({ sequence }) => sequence),
  );
  readonly roles = this.table('roles', ({ branchId }) => branchId, byTime);
  readonly databases = this.table(
    'databases',
    ({ branchId }) => branchId,
    byNumber(({ number }) => number),
  );
  readonly consumption = this.table(
    'consumption',
    ({ projectId }) => projectId,
    byNumber(({ hourMs }) => hourMs),
  );
  readonly tombstones = this.table('tombstones', ({ kind }) => kind, byTime);
  readonly settings = this.table('settings', ({ id }) => id, byTime);

  load(contents: Contents): void {
    const load = <Name extends TableName>(name: Name) =>
      (this[name] as unknown as RecordTable<Name>).load(contents[name]);
    for (const name of TABLE_NAMES) load(name);
  }

  /** All records, for a snapshot. */
  contents(): Contents {
    return Object.fromEntries(
      TABLE_NAMES.map((name) => [name, [...this[name].all()]]),
    ) as unknown as Contents;
  }

  private table<Name extends TableName>(
    name: Name,
    groupOf: (record: Records[Name]) => string,
    order: (a: Records[Name], b: Records[Name]) => number,
  ): RecordTable<Name> {
    return new RecordTable(name, this.journal, groupOf, order);
  }
}

interface Timed {
  readonly id: string;
  readonly createdAtMs?: number;
  readonly joinedAtMs?: number;
}

/** Sorts the oldest records first. */
function byTime(a: Timed, b: Timed): number {
  return timeOf(a) - timeOf(b) || byName(a, b);
}

function timeOf({ createdAtMs, joinedAtMs }: Timed): number {
  return createdAtMs ?? joinedAtMs ?? 0;
}

/** Sorts by numbers that grow from record to record. */
function byNumber<Row extends { readonly id: string }>(of: (row: Row) => number) {
  return (a: Row, b: Row) => of(a) - of(b) || byName(a, b);
}

function byName(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
