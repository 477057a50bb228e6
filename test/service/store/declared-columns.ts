import { TABLE_NAMES } from '../../../src/service/records/records.ts';
import { columnsOf } from '../../../src/service/store/columns.ts';

/** The columns as the code declares them, in the form that `FOUND_COLUMNS` finds them in a database. */
export const DECLARED_COLUMNS = TABLE_NAMES.toSorted().flatMap((table) =>
  columnsOf(table).map(({ name, type, nullable }) => ({ table, name, type, nullable })),
);

export const FOUND_COLUMNS = `
  select table_name as "table", column_name as name, data_type as type, is_nullable = 'YES' as nullable
  from information_schema.columns where table_schema = 'tidemark' and table_name not like 'kysely%'
  order by table_name, ordinal_position`;
