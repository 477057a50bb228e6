import type { NamedBill, NamedDatabase } from '../../advisor/index.ts';
import { problem } from '../../problem/index.ts';
import type { TraceOptions } from '../settings/options.ts';
import { type ActualOptions, readActuals } from './actual-file.ts';
import type { Reader } from './reader.ts';

/** The bill to compare a list with. Null if none was given. */
export async function billOfMany(
  options: ActualOptions & TraceOptions,
  reader: Reader,
): Promise<NamedBill | null> {
  const { project, ...asked } = options;
  const actuals = await readActuals(asked, reader);
  if (actuals === null && project !== undefined)
    throw problem(
      { field: '‹project›' },
      'it selects the databases of a bill',
      'give the bill too, such as ‹bill› 2026-03=420.00, or leave it out',
    );
  if (actuals === null) return null;
  const { name, place, bill } = actuals;
  if (bill !== null && actuals.metered === null) return { name, place, bill };
  throw problem(
    { file: name },
    'it is not a bill, but many databases can only be compared with a bill',
    'give a bill, or name one database, such as LIST.yaml#orders',
  );
}

/** The databases that a bill covers: those of the project that ‹project› or the bill names, or else all of them. */
export function databasesOfBill(
  databases: readonly NamedDatabase[],
  asked: string | undefined,
  { bill }: NamedBill,
): readonly NamedDatabase[] {
  const project = asked ?? bill.project;
  if (project === null) return databases;
  const own = databases.filter((one) => one.project === project);
  if (asked === undefined && own.length === 0) return databases;
  if (own.length > 0) return own;
  const known = [...new Set(databases.flatMap((one) => one.project ?? []))];
  throw problem(
    { field: '‹project›' },
    `no database is of ${project}`,
    known.length === 0 ? 'write the project of each into the list' : `name ${known.join(' or ')}`,
  );
}
