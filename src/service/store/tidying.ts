import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TableName } from '../records/records.ts';
import type { TableBatch } from './batch.ts';
import { SCHEMA } from './statements.ts';

/**
 * Vacuums tables and writes checkpoints. A server does this in the background; PGlite, a single process, never does.
 * Without it, a store of a few megabytes grows by some gigabytes a day. Call the returned function after each write: a
 * round begins after `every` records and takes one step a call, so that no write waits for a whole round.
 */
export function tidying(
  db: Kysely<unknown>,
  every: number,
): (written: readonly TableBatch[]) => Promise<void> {
  const changed = new Set<TableName>();
  const steps: RawBuilder<unknown>[] = [];
  let records = 0;
  return async (written) => {
    for (const { table, gone, kept } of written) {
      changed.add(table);
      records += gone.length + kept.length;
    }
    if (records >= every && steps.length === 0) {
      for (const table of changed) steps.push(sql`vacuum ${sql.table(`${SCHEMA}.${table}`)}`);
      steps.push(sql`checkpoint`);
      records = 0;
      changed.clear();
    }
    await steps.shift()?.execute(db);
  };
}
