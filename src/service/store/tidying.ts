import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TableName } from '../records/records.ts';
import type { TableBatch } from './batch.ts';
import { SCHEMA } from './statements.ts';

/**
 * What a server does in the background and PGlite, a single process, does never: take back the room of old versions of
 * records, and of the log. Without it a store of a few megabytes grows by some gigabytes a day. To be told of each
 * write; every so many records it is due. It is done in steps, one after each write, so that nobody waits for all of it.
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
