import type { Contents } from '../store/store.ts';
import type { Records, TableName } from './records.ts';

/** The tables whose changes are reported, so that the databases behind a gateway can follow them. */
const FOLLOWED = ['branches', 'databases'] as const satisfies readonly TableName[];

type FollowedTable = (typeof FOLLOWED)[number];

/**
 * A record was added (`before` is null), deleted (`after` is null) or changed. A change can rename a database, which
 * changes its id too.
 */
export type RecordChange = {
  readonly [Table in FollowedTable]: {
    readonly table: Table;
    readonly before: Records[Table] | null;
    readonly after: Records[Table] | null;
  };
}[FollowedTable];

/** The change from one state of a record to another; null if changes of its table are not reported. */
export function changeOf<Name extends TableName>(
  table: Name,
  before: Records[Name] | null,
  after: Records[Name] | null,
): RecordChange | null {
  // The table decides the type of both records, which TypeScript cannot infer.
  return FOLLOWED.some((one) => one === table) ? ({ table, before, after } as unknown as RecordChange) : null;
}

/** The changes from one world to another. Records with the same id count as the same record. */
export function recordChangesBetween(before: Contents, after: Contents): readonly RecordChange[] {
  return [...FOLLOWED]
    .reverse()
    .flatMap((table) => deletions(table, before, after))
    .concat(FOLLOWED.flatMap((table) => additionsAndChanges(table, before, after)));
}

function deletions(table: FollowedTable, before: Contents, after: Contents): RecordChange[] {
  const kept = new Set(after[table].map(({ id }) => id));
  return before[table].flatMap((record) =>
    kept.has(record.id) ? [] : (changeOf(table, record, null) ?? []),
  );
}

function additionsAndChanges(table: FollowedTable, before: Contents, after: Contents): RecordChange[] {
  const had = new Map<string, Records[FollowedTable]>(before[table].map((record) => [record.id, record]));
  return after[table].flatMap((record) => changeOf(table, had.get(record.id) ?? null, record) ?? []);
}
