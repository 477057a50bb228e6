import { TABLE_NAMES, type TableName } from '../records/records.ts';
import { columnsOf } from './columns.ts';

export const SCHEMA = 'tidemark';

/** The most records of one page. */
export const PAGE = 10_000;

/** The statements of a table. Their text is the same for any number of records, which arrive as one JSON array. */
interface Statements {
  /** Prepares the statements that `upsertStatement` and `deleteStatement` execute, for the rest of the session. */
  readonly prepare: string;
  /** Selects one row with `page`, a JSON array of records by id, or null. $1 is the last id before it, or null. */
  readonly page: string;
}

export function upsertStatement(table: TableName, records: readonly unknown[]): string {
  return `execute put_${table}(${literal(JSON.stringify(records))})`;
}

export function deleteStatement(table: TableName, ids: readonly string[]): string {
  return `execute drop_${table}(${literal(JSON.stringify(ids))})`;
}

/** Quotes like PostgreSQL's quote_literal, right for both values of standard_conforming_strings. */
function literal(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return quoted.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}

export const STORE_STATEMENTS = Object.fromEntries(
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
    // One text with many records is several times faster to read than one row for each record.
    page:
      `select json_agg(kept)::text as page from (` +
      `select ${list(({ name, field }) => `"${name}" as "${field}"`)} from ${target} ` +
      `where $1::text is null or id > $1 order by id limit ${PAGE}) as kept`,
  };
}
