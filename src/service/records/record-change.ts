import type { Contents } from '../store/store.ts';
import type { Records, TableName } from './records.ts';

/** The tables that the databases behind a gateway follow. */
const FOLLOWED = ['branches', 'databases'] as const satisfies readonly TableName[];

type FollowedTable = (typeof FOLLOWED)[number];

/**
 * A record came (`before` is null), went (`after` is null) or changed. A change can give a database another name, and
 * with it another id.
 */
export type RecordChange = {
  readonly [Table in FollowedTable]: {
    readonly table: Table;
    readonly before: Records[Table] | null;
    readonly after: Records[Table] | null;
  };
}[FollowedTable];

/** The change from one state of a record to another; null if nobody follows its table. */
export function changeOf<Name extends TableName>(
  table: Name,
  before: Records[Name] | null,
  after: Records[Name] | null,
): RecordChange | null {
  // The table says what the records are, which a union cannot.
  return FOLLOWED.some((one) => one === table) ? ({ table, before, after } as unknown as RecordChange) : null;
}

/** The changes from one world to another. A record that both have is the same record. */
export function recordChangesBetween(before: Contents, after: Contents): readonly RecordChange[] {
  return [...FOLLOWED]
    .reverse()
    .flatMap((table) => gone(table, before, after))
    .concat(FOLLOWED.flatMap((table) => there(table, before, after)));
}

function gone(table: FollowedTable, before: Contents, after: Contents): RecordChange[] {
  const kept = new Set(after[table].map(({ id }) => id));
  return before[table].flatMap((record) =>
    kept.has(record.id) ? [] : (changeOf(table, record, null) ?? []),
  );
}

function there(table: FollowedTable, before: Contents, after: Contents): RecordChange[] {
  const had = new Map<string, Records[FollowedTable]>(before[table].map((record) => [record.id, record]));
  return after[table].flatMap((record) => changeOf(table, had.get(record.id) ?? null, record) ?? []);
}
