import type { Session } from './session.ts';

/** PGlite on a folder of its own. */
export async function openPglite(folder: string): Promise<Session> {
  const { PGlite } = await import('@electric-sql/pglite');
  const db = await PGlite.create(folder);
  return {
    query: async (text, parameters) =>
      parameters.length === 0
        ? ((await db.exec(text)).at(-1)?.rows ?? [])
        : (await db.query(text, [...parameters])).rows,
    close: () => db.close(),
  };
}
