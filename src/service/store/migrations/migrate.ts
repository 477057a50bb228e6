import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { type Place, problem } from '../../../problem/index.ts';
import { SCHEMA } from '../statements.ts';
import { records } from './001-records.ts';

/** The migrations, in the order of their names. A released migration never changes: add another one instead. */
const MIGRATIONS: Readonly<Record<string, Migration>> = { '001-records': records };

/** Migrates the tables to this version. Throws and leaves them alone if they are newer, or not tidemark's. */
export async function migrate(db: Kysely<unknown>, place: Place): Promise<void> {
  const done = await doneMigrations(db);
  const newer = done.filter((name) => MIGRATIONS[name] === undefined);
  if (newer.length > 0) {
    throw problem(
      place,
      `was written by a newer version of tidemark (${newer.join(', ')})`,
      'run that version, or give another place',
    );
  }
  if (done.length === 0 && (await isTaken(db))) {
    throw problem(
      place,
      `has a schema "${SCHEMA}" with tables that tidemark did not make`,
      'give a database without it',
    );
  }
  if (done.length === Object.keys(MIGRATIONS).length) return;
  const provider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db, provider, migrationTableSchema: SCHEMA }).migrateToLatest();
  if (error !== undefined) throw error;
}

async function doneMigrations(db: Kysely<unknown>): Promise<readonly string[]> {
  const table = `${SCHEMA}.kysely_migration`;
  const found = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db);
  if (found.rows[0]?.there !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Whether the schema has tables of others. Kysely's own tables can be left from a first start that was interrupted. */
async function isTaken(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_catalog.pg_class where relnamespace = to_regnamespace(${SCHEMA}) and relkind in ('r', 'v', 'p', 'm')
    and relname not in ('kysely_migration', 'kysely_migration_lock') limit 1`.execute(db);
  return rows.length > 0;
}
