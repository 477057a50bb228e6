import { CompiledQuery, Kysely } from 'kysely';
import type { Place } from '../../problem/index.ts';
import { type Records, TABLE_NAMES, type TableName } from '../records/records.ts';
import { batchesOf, type TableBatch } from './batch.ts';
import { storeMaintenance } from './maintenance.ts';
import { migrate } from './migrations/migrate.ts';
import { sessionDialect } from './session-dialect.ts';
import type { SqlConnection } from './sql-connection.ts';
import { deleteStatement, PAGE, STORE_STATEMENTS, upsertStatement } from './statements.ts';
import type { Contents, Store } from './store.ts';

/** The store over PGlite or over a server. It owns the session and closes it. */
export async function openSqlStore(
  session: SqlConnection,
  description: string,
  place: Place,
  maintainEvery = Number.POSITIVE_INFINITY,
): Promise<Store> {
  const db = new Kysely<unknown>({ dialect: sessionDialect(session) });
  try {
    await migrate(db, place);
    await db.executeQuery(CompiledQuery.raw(PREPARATION));
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const maintain = storeMaintenance(db, maintainEvery);
  let maintenance: Promise<void> = Promise.resolve();
  return {
    description,
    load: () => db.transaction().execute(loadAll),
    async write(changes) {
      const batches = batchesOf(changes);
      if (batches.length === 0) return;
      await maintenance;
      // Statements in one text are one transaction and one round trip.
      const text = [...batches.flatMap(deletes), ...batches.flatMap(upserts)].join('; ');
      await db.executeQuery(CompiledQuery.raw(text));
      // The next write waits for this step, and fails if the step fails.
      maintenance = maintain(batches);
      maintenance.catch(() => {});
    },
    async close() {
      await maintenance.catch(() => {});
      await db.destroy();
    },
  };
}

function deletes({ table, deletedIds }: TableBatch): string[] {
  return deletedIds.length === 0 ? [] : [deleteStatement(table, deletedIds)];
}

function upserts({ table, records }: TableBatch): string[] {
  return records.length === 0 ? [] : [upsertStatement(table, records)];
}

const PREPARATION = TABLE_NAMES.map((table) => STORE_STATEMENTS[table].prepare).join('; ');

async function loadAll(db: Kysely<unknown>): Promise<Contents> {
  const tables: [TableName, readonly Records[TableName][]][] = [];
  for (const table of TABLE_NAMES) tables.push([table, await loadTable(db, table)]);
  return Object.fromEntries(tables) as unknown as Contents;
}

async function loadTable(db: Kysely<unknown>, table: TableName): Promise<readonly Records[TableName][]> {
  const records: Records[TableName][] = [];
  for (;;) {
    const after = records.at(-1)?.id ?? null;
    const { rows } = await db.executeQuery(CompiledQuery.raw(STORE_STATEMENTS[table].page, [after]));
    const page = JSON.parse((rows as PageRow[])[0]?.page ?? '[]') as Records[TableName][];
    for (const record of page) records.push(record);
    if (page.length < PAGE) return records;
  }
}

interface PageRow {
  readonly page: string | null;
}
