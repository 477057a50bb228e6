import { TABLE_NAMES } from '../records/records.ts';
import { columnsOf, type SqlColumn } from './columns.ts';
import type { Contents } from './store.ts';

/** Checks that records from outside have the tables and fields of a store. Returns the first finding if not. */
export function readContents(given: Readonly<Record<string, readonly unknown[]>>): Contents | string {
  for (const name of Object.keys(given))
    if (!TABLE_NAMES.some((table) => table === name)) return `there is no table ${name}`;
  for (const table of TABLE_NAMES) {
    const records = given[table];
    if (records === undefined) return `the table ${table} is missing`;
    const columns = columnsOf(table);
    for (const [i, record] of records.entries()) {
      const finding = findingOf(record, columns);
      if (finding !== null) return `${table}[${i}]: ${finding}`;
    }
  }
  return given as unknown as Contents;
}

function findingOf(record: unknown, columns: readonly SqlColumn[]): string | null {
  if (typeof record !== 'object' || record === null) return 'it is not a record';
  const fields = new Map(Object.entries(record));
  for (const column of columns) {
    const value = fields.get(column.field);
    fields.delete(column.field);
    if (!fits(value, column))
      return `${column.field} is not ${column.type}${column.nullable ? ' or null' : ''}`;
  }
  const [unknown] = fields.keys();
  return unknown === undefined ? null : `there is no field ${unknown}`;
}

function fits(value: unknown, { type, nullable }: SqlColumn): boolean {
  if (value === null) return nullable;
  if (type === 'text') return typeof value === 'string';
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'bigint') return Number.isSafeInteger(value);
  if (type === 'double precision') return Number.isFinite(value);
  return value !== undefined;
}
