import type { Contents } from '../store/store.ts';
import type { Records, TableName } from './records.ts';

/** The tables that real databases follow. */
const FOLLOWED = ['branches', 'endpoints', 'roles', 'databases'] as const satisfies readonly TableName[];

type FollowedTable = (typeof FOLLOWED)[number];

/**
 * What happened to one record: it came (`before` is null), it went (`after` is null), or it changed, which for a role
 * or a database may be its name and with it its id.
 */
export type Step = {
  readonly [Table in FollowedTable]: {
    readonly table: Table;
    readonly before: Records[Table] | null;
    readonly after: Records[Table] | null;
  };
}[FollowedTable];

/** The step between two states of a record; null where nobody follows its table. */
export function stepOf<Name extends TableName>(
  table: Name,
  before: Records[Name] | null,
  after: Records[Name] | null,
): Step | null {
  // The table says what the records are, which a union cannot.
  return FOLLOWED.some((one) => one === table) ? ({ table, before, after } as unknown as Step) : null;
}

/** The way from one world to another: what both have is what it was, and keeps what it has. */
export function stepsBetween(before: Contents, after: Contents): readonly Step[] {
  return [...FOLLOWED]
    .reverse()
    .flatMap((table) => gone(table, before, after))
    .concat(FOLLOWED.flatMap((table) => there(table, before, after)));
}

function gone(table: FollowedTable, before: Contents, after: Contents): Step[] {
  const kept = new Set(after[table].map(({ id }) => id));
  return before[table].flatMap((record) => (kept.has(record.id) ? [] : (stepOf(table, record, null) ?? [])));
}

function there(table: FollowedTable, before: Contents, after: Contents): Step[] {
  const had = new Map<string, Records[FollowedTable]>(before[table].map((record) => [record.id, record]));
  return after[table].flatMap((record) => stepOf(table, had.get(record.id) ?? null, record) ?? []);
}
