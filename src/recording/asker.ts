import type { Features } from './statements.ts';
import { PROBE, question } from './statements.ts';

export interface SqlSession {
  query(text: string): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/** A connection on which a recorder asks its one question. */
export interface Asker {
  readonly features: Features;
  ask(): Promise<Snapshot>;
  close(): Promise<void>;
}

/**
 * A server's report at one instant. It excludes the recorder's own session, except from the counters of databases.
 */
export interface Snapshot {
  readonly connections: number;
  /** Connections whose activity this user may not see. */
  readonly hidden: number;
  readonly active: number;
  /** How long ago other sessions were last active. Null if there are none, or none that this user may see. */
  readonly othersIdleMs: number | null;
  readonly clients: readonly RecordedSession[];
  /** When the server started, and when its counters were last reset, as the server writes it. */
  readonly started: string;
  readonly reset: string | null;
  readonly maxConnections: number;
  readonly workingSetBytes: number | null;
  readonly counters: ServerCounters;
}

export interface RecordedSession {
  readonly pid: number;
  /** The age of the session. Null if this user may not see it. */
  readonly ageMs: number | null;
  readonly user: string;
  readonly database: string;
  readonly application: string;
  readonly host: string | null;
}

/** Counters that only grow, except for resets. Null if the server does not have that counter. */
export interface ServerCounters {
  readonly transactions: number;
  readonly sessions: number | null;
  readonly temporaryBytes: number;
  readonly hits: number;
  readonly reads: number;
  readonly calls: number | null;
  readonly callMs: number | null;
  readonly cpuMs: number | null;
}

export async function openAsker(session: SqlSession): Promise<Asker> {
  const [found] = (await session.query(PROBE)) as readonly {
    version: number;
    database: string;
    statements_schema: string | null;
    kcache_schema: string | null;
    working_set_schema: string | null;
  }[];
  const features: Features = {
    version: found?.version ?? 0,
    database: found?.database ?? '',
    statementsSchema: found?.statements_schema ?? null,
    kcacheSchema: found?.kcache_schema ?? null,
    workingSetSchema: found?.working_set_schema ?? null,
  };
  const text = question(features);
  return {
    features,
    async ask() {
      const [row] = await session.query(text);
      return snapshotOf(row as Row);
    },
    close: () => session.close(),
  };
}

interface Row {
  readonly connections: number;
  readonly hidden: number;
  readonly active: number;
  readonly others_idle_ms: number | null;
  readonly clients:
    | readonly (readonly [number, number | null, string, string, string, string | null])[]
    | null;
  readonly started: string;
  readonly reset: string | null;
  readonly max_connections: number;
  readonly working_set_bytes: number | null;
  readonly transactions: number | null;
  readonly sessions: number | null;
  readonly temporary_bytes: number | null;
  readonly hits: number | null;
  readonly reads: number | null;
  readonly calls: number | null;
  readonly call_ms: number | null;
  readonly cpu_ms: number | null;
}

function snapshotOf(row: Row): Snapshot {
  return {
    connections: row.connections,
    hidden: row.hidden,
    active: row.active,
    othersIdleMs: row.others_idle_ms,
    clients: (row.clients ?? []).map(([pid, ageMs, user, database, application, host]) => ({
      pid,
      ageMs,
      user,
      database,
      application,
      host,
    })),
    started: row.started,
    reset: row.reset,
    maxConnections: row.max_connections,
    workingSetBytes: row.working_set_bytes,
    counters: {
      transactions: row.transactions ?? 0,
      sessions: row.sessions,
      temporaryBytes: row.temporary_bytes ?? 0,
      hits: row.hits ?? 0,
      reads: row.reads ?? 0,
      calls: row.calls,
      callMs: row.call_ms,
      cpuMs: row.cpu_ms,
    },
  };
}
