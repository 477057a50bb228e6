import type { RunQuery } from './admin.ts';

/** Facts that depend on the version and the extensions of a server. */
export interface ServerFacts {
  readonly majorVersion: number;
  /** Whether a session may set a setting: older versions lack some, and an extension may reserve its own. */
  acceptsSetting(setting: string): boolean;
}

export async function serverFacts(query: RunQuery): Promise<ServerFacts> {
  const rows = await query(
    `select lower(name) as name, context = 'user' as free, current_setting('server_version_num')::int as version
     from pg_settings`,
  );
  const free = new Map(rows.map((row) => [row.name as string, row.free as boolean]));
  return {
    majorVersion: Math.floor((rows[0]?.version as number) / 10_000),
    acceptsSetting: (setting) => free.get(setting.toLowerCase()) ?? setting.includes('.'),
  };
}
