import { ProblemError, problem } from '../../problem/index.ts';
import type { Trace } from '../trace.ts';
import { type DatabaseColumns, databasesIn } from './columns/databases.ts';
import { planOf } from './columns/table-plan.ts';
import { timeColumn } from './columns/time-column.ts';
import type { Row } from './row.ts';
import type { Sheet } from './sheet.ts';
import { headOf, type OpenRows, type PlannedTable, Sampler, type Table, type TableRows } from './table.ts';

/** The trace of one database in a table of several. */
export interface DatabasePart {
  readonly name: string;
  readonly trace: Trace;
  /** Notes on how the trace was read. */
  readonly notes: readonly string[];
  readonly skipped: ReadonlyMap<string, number>;
}

/** A database whose rows cannot be read as a trace. Other databases of the table may still be readable. */
export interface UnreadPart {
  readonly name: string;
  readonly error: ProblemError;
}

/** Splits a table of several databases into one trace each, in memory, in the order of their first rows or columns. */
export async function splitTable(table: Table, by: string): Promise<readonly (DatabasePart | UnreadPart)[]> {
  const databases = databasesIn(table.sheet, by, table.settings.name, timeIn(table));
  return databases.kind === 'long' ? splitLong(table, databases.column) : splitWide(table, databases.each);
}

/** The column with times, which belongs to no database. Null if there is none; reading reports that later. */
function timeIn({ sheet, settings }: Table): number | null {
  const found = orProblem(() => timeColumn(sheet, new Set(), settings.name));
  return found instanceof ProblemError ? null : found;
}

/** Splits a table in which a column names the database of each row. */
async function splitLong(table: Table, column: number): Promise<readonly (DatabasePart | UnreadPart)[]> {
  const { sheet, settings, hasLines } = table;
  const firstName = sheet.sample.find((cells) => nameIn(cells[column]) !== '')?.[column];
  // Plans from the rows of one database, because only within one database do times increase.
  const own =
    firstName === undefined ? sheet.sample : sheet.sample.filter((cells) => cells[column] === firstName);
  const plan = planOf({ ...sheet, sample: own }, settings, new Set([column]));
  const keySlot = plan.fields.length + 1;
  const columns = [plan.timeColumn, ...plan.fields.map((field) => field.column), column];
  const { first, rest } = await table.open(columns, plan.dayOrder);
  const firstRows = rowsBy(first.rows, keySlot);
  const planned = (name: string): PlannedTable => {
    const rows = firstRows.get(name);
    return {
      sheet,
      settings: { ...settings, name: `${settings.name}, ${name}` },
      hasLines,
      plan,
      slots: plan.fields.map((_, at) => at + 1),
      first: {
        rows: (take) => first.rows((row, line) => nameIn(row.text(keySlot)) === name && take(row, line)),
        count: rows ?? 0,
      },
    };
  };
  const parts = new Map<string, Sampler | ProblemError>();
  const unnamed = { count: 0 };
  const samplerOf = (name: string): Sampler => {
    const table = planned(name);
    // A database that first appears after these rows takes the step of the others.
    const head = firstRows.has(name) ? headOf(table) : [...parts.values()].find(isRead)?.head;
    return new Sampler(table, { ...(head ?? headOf(table)), name });
  };
  const partOf = (name: string): Sampler | ProblemError => {
    const known = parts.get(name);
    if (known !== undefined) return known;
    if (parts.size === MOST_PARTS) throw tooMany(settings.name, sheet.names[column] ?? '');
    const part = orProblem(() => samplerOf(name));
    parts.set(name, part);
    return part;
  };
  await eachRow({ first, rest }, (row, line) => {
    const name = nameIn(row.text(keySlot));
    const part = name === '' ? null : partOf(name);
    if (part === null) unnamed.count++;
    else if (isRead(part)) part.take(row, line);
  });
  if (parts.size === 0)
    throw problem(
      { file: settings.name, field: `column "${sheet.names[column]}"` },
      'it names no database',
      'name another column with ‹by›',
    );
  const notes = [...plan.notes, ...table.notes];
  if (unnamed.count > 0) notes.push(`rows without a database, skipped: ${unnamed.count}`);
  return [...parts].map(([name, part]) =>
    isRead(part) ? partFrom(name, part, notes) : { name, error: part },
  );
}

/** Splits a table that has separate columns for each database. */
async function splitWide(
  table: Table,
  each: readonly DatabaseColumns[],
): Promise<readonly (DatabasePart | UnreadPart)[]> {
  const { sheet, settings, hasLines } = table;
  if (each.length > MOST_PARTS) throw tooMany(settings.name, '‹by›');
  const plans = each.map((wide) =>
    orProblem(() => {
      const plan = planOf(...ownSheet(sheet, wide, each, settings));
      // The source of a column is its full name.
      return {
        ...plan,
        fields: plan.fields.map((field) => ({ ...field, source: sheet.names[field.column] ?? field.source })),
      };
    }),
  );
  const read = plans.filter(isRead);
  const columns = [
    ...new Set(read.flatMap((plan) => [plan.timeColumn, ...plan.fields.map((field) => field.column)])),
  ];
  const opened = await table.open(columns, read[0]?.dayOrder ?? null);
  const samplers = plans.map((plan, at) => {
    if (!isRead(plan)) return plan;
    const name = each[at]?.name ?? '';
    const planned = {
      sheet,
      settings: { ...settings, name: `${settings.name}, ${name}` },
      hasLines,
      plan,
      slots: plan.fields.map(({ column }) => columns.indexOf(column)),
      first: opened.first,
    };
    return orProblem(() => new Sampler(planned, { ...headOf(planned), name }));
  });
  const taking = samplers.filter(isRead);
  await eachRow(opened, (row, line) => {
    for (const sampler of taking) sampler.take(row, line);
  });
  return samplers.map((sampler, at) => {
    const [name, plan] = [each[at]?.name ?? '', plans[at]];
    if (!isRead(sampler)) return { name, error: sampler };
    return partFrom(name, sampler, [
      ...(plan !== undefined && isRead(plan) ? plan.notes : []),
      ...table.notes,
    ]);
  });
}

/** Returns a problem in place of throwing it, so that one unreadable database does not stop the others. */
function orProblem<T>(find: () => T): T | ProblemError {
  try {
    return find();
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}

function isRead<T>(part: T | ProblemError): part is T {
  return !(part instanceof ProblemError);
}

/**
 * The table of one database: its own columns under short names and the shared columns, without those of other
 * databases.
 */
function ownSheet(
  sheet: Sheet,
  own: DatabaseColumns,
  each: readonly DatabaseColumns[],
  settings: Table['settings'],
): Parameters<typeof planOf> {
  const names = sheet.names.map((name, column) => own.names.get(column) ?? name);
  const plain = new Set(own.names.values());
  const without = sheet.names.flatMap((name, column) => {
    if (own.names.has(column)) return [];
    const isOfAnother = each.some((other) => other.names.has(column));
    return isOfAnother || plain.has(name) ? [column] : [];
  });
  // Blank names keep the columns of other databases from being guessed.
  const seen = names.map((name, column) => (without.includes(column) ? '' : name));
  return [{ ...sheet, names: seen }, settings, new Set(without)];
}

const MOST_PARTS = 1000;

function tooMany(file: string, column: string) {
  return problem(
    { file, field: column === '‹by›' ? column : `column "${column}"` },
    `it names more than ${MOST_PARTS} databases`,
    'check that it is the right one; if so, cut the file first',
  );
}

const nameIn = (cell: string | null | undefined): string => cell?.trim() ?? '';

/** How many rows each name has. */
function rowsBy(rows: TableRows, keySlot: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  rows((row) => {
    const name = nameIn(row.text(keySlot));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  return counts;
}

async function eachRow(
  { first, rest }: OpenRows,
  take: (row: Row, line: () => number) => void,
): Promise<void> {
  first.rows(take);
  for await (const rows of rest) rows(take);
}

function partFrom(name: string, sampler: Sampler, notes: readonly string[]): DatabasePart {
  const { times, values, events } = sampler.end();
  return {
    name,
    trace: { head: sampler.head, times, values, events },
    notes: [...notes, ...sampler.notes()],
    skipped: sampler.faults.counts,
  };
}
