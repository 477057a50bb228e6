import { TABLE_NAMES, type TableName } from '../records/records.ts';
import { columnsOf } from './columns.ts';

export const SCHEMA = 'tidemark';

/** As many records as `page` gives at once. */
export const PAGE = 10_000;

/** The statements of a table. Their text never changes with what they carry: records come in as one JSON array. */
interface Statements {
  /** Prepares, for the length of the session, what `putting` and `dropping` execute. */
  readonly prepare: string;
  /** $1: the id after which to go on, or null. One row with `page`: a JSON array of records by id, or null. */
  readonly page: string;
}

export function putting(table: TableName, records: readonly unknown[]): string {
  return `execute put_${table}(${literal(JSON.stringify(records))})`;
}

export function dropping(table: TableName, ids: readonly string[]): string {
  return `execute drop_${table}(${literal(JSON.stringify(ids))})`;
}

/** As PostgreSQL's quote_literal: right whatever the session makes of backslashes. */
function literal(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return quoted.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}

export const STATEMENTS = Object.fromEntries(
  TABLE_NAMES.map((table) => [table, statementsOf(table)]),
) as Readonly<Record<TableName, Statements>>;

function statementsOf(table: TableName): Statements {
  const columns = columnsOf(table);
  const list = (part: (column: (typeof columns)[number]) => string) => columns.map(part).join(', ');
  const target = `${SCHEMA}."${table}"`;
  return {
    prepare:
      `prepare put_${table}(json) as insert into ${target} (${list(({ name }) => `"${name}"`)}) ` +
      `select * from json_to_recordset($1) as given (${list(({ field, type }) => `"${field}" ${type}`)}) ` +
      `on conflict (id) do update set ${list(({ name }) => `"${name}" = excluded."${name}"`)}; ` +
      `prepare drop_${table}(json) as ` +
      `delete from ${target} where id in (select json_array_elements_text($1))`,
    // One text for many records is read several times faster than a row for each of them.
    page:
      `select json_agg(kept)::text as page from (` +
      `select ${list(({ name, field }) => `"${name}" as "${field}"`)} from ${target} ` +
      `where $1::text is null or id > $1 order by id limit ${PAGE}) as kept`,
  };
}
