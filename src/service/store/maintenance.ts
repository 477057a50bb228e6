import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TableName } from '../records/records.ts';
import type { TableBatch } from './batch.ts';
import { SCHEMA } from './statements.ts';

/**
 * Vacuums tables and writes checkpoints. A server does this in the background; PGlite, a single process, never does.
 * Without it, a store of a few megabytes grows by some gigabytes a day. Call the returned function after each write: a
 * round begins after `every` records and takes one step a call, so that no write waits for a whole round.
 */
export function storeMaintenance(
  db: Kysely<unknown>,
  every: number,
): (written: readonly TableBatch[]) => Promise<void> {
  const changed = new Set<TableName>();
  const steps: RawBuilder<unknown>[] = [];
  let recordCount = 0;
  return async (written) => {
    for (const { table, deletedIds, records } of written) {
      changed.add(table);
      recordCount += deletedIds.length + records.length;
    }
    if (recordCount >= every && steps.length === 0) {
      for (const table of changed) steps.push(sql`vacuum ${sql.table(`${SCHEMA}.${table}`)}`);
      steps.push(sql`checkpoint`);
      recordCount = 0;
      changed.clear();
    }
    await steps.shift()?.execute(db);
  };
}
