import { problem } from '../../../problem/index.ts';
import type { Sheet } from '../sheet.ts';
import { listWords } from './map-entry.ts';

/** How a table distinguishes databases: by a column with their names, or by the names of its columns. */
type Databases =
  | { readonly kind: 'long'; readonly column: number }
  | { readonly kind: 'wide'; readonly each: readonly DatabaseColumns[] };

/** The columns of one database, with their names after the name of the database is removed. */
export interface DatabaseColumns {
  readonly name: string;
  readonly names: ReadonlyMap<number, string>;
}

/** Reads `--by`: the name of a column, or column names with a star for the name of the database, as in `cpu_*`. */
export function databasesIn(sheet: Sheet, by: string, file: string, time: number | null): Databases {
  const exact = sheet.names.indexOf(by);
  const column =
    exact !== -1 ? exact : sheet.names.findIndex((name) => name.toLowerCase() === by.toLowerCase());
  if (column !== -1) return { kind: 'long', column };
  const place = { file, field: `‹by› ${by}` };
  const star = by.indexOf('*');
  if (star === -1 || by.includes('*', star + 1))
    throw problem(
      place,
      `there is no column "${by}"`,
      `name one, or columns with a star for the database, as in ‹by› 'cpu_*'; ${listWords(sheet.names)}`,
    );
  const found = wideOf(sheet, by.slice(0, star), by.slice(star + 1));
  const each = found.filter(({ names }) => time === null || !names.has(time));
  if (each.length > 0) return { kind: 'wide', each };
  throw problem(place, 'no column has such a name', listWords(sheet.names));
}

/** The name of a column if nothing is left after the name of its database is removed. */
const VALUE = 'value';

function wideOf({ names }: Sheet, before: string, behind: string): DatabaseColumns[] {
  if (before === '' && behind === '')
    return names.flatMap((name, column) =>
      name === '' ? [] : [{ name, names: new Map([[column, VALUE]]) }],
    );
  const found = names
    .filter((name) => name.startsWith(before) && name.endsWith(behind))
    .map((name) => name.slice(before.length, name.length - behind.length))
    .filter((name) => name !== '');
  // A column that ends with the longer of two names also ends with the shorter one, and belongs to the longer one.
  const longestFirst = [...new Set(found)].sort((a, b) => b.length - a.length);
  const columns = new Map<string, Map<number, string>>(found.map((name) => [name, new Map()]));
  names.forEach((name, column) => {
    for (const database of longestFirst) {
      const rest = nameWithout(name, database, before, behind);
      if (rest === null) continue;
      columns.get(database)?.set(column, rest);
      break;
    }
  });
  return [...columns].map(([name, own]) => ({ name, names: own }));
}

/** Removes the database and its separator from a column name. Null if the column does not belong to this database. */
function nameWithout(column: string, database: string, before: string, behind: string): string | null {
  const [left, right] = [/[^a-z\d]$/i.exec(before)?.[0] ?? '', /^[^a-z\d]/i.exec(behind)?.[0] ?? ''];
  if (behind === '') {
    const end = left + database;
    return column.endsWith(end) && column !== end ? column.slice(0, -end.length) : null;
  }
  if (before === '') {
    const start = database + right;
    return column.startsWith(start) && column !== start ? column.slice(start.length) : null;
  }
  const at = column.indexOf(left + database + right);
  return at === -1
    ? null
    : column.slice(0, at) + left + column.slice(at + left.length + database.length + right.length);
}
