import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pgbench } from './drivers.ts';
import type { PostgresServer } from './server.ts';

/** More than the time between two checkpoints, and five times that between two looks of autovacuum. */
const SECONDS = 330;
const CLIENTS = 4;
const TRANSACTIONS_PER_SECOND = 150;
const WARM_UP_SECONDS = 5;

/** The processor time of a server with clients that write, and the part that no session of a client takes. */
export interface BackgroundWork {
  readonly usedVcpu: number;
  readonly backgroundVcpu: number;
}

/** Lets clients of `pgbench` write at a steady rate. A server has its usual settings of checkpoints and autovacuum. */
export async function measuredBackground(server: PostgresServer): Promise<BackgroundWork> {
  const { group } = server;
  await pgbench(server, '--initialize', '--quiet', '--scale', '10');
  const writing = pgbench(
    server,
    ...['--client', String(CLIENTS), '--rate', String(TRANSACTIONS_PER_SECOND)],
    ...['--time', String(SECONDS + 2 * WARM_UP_SECONDS), '--no-vacuum'],
  );
  await sleep(WARM_UP_SECONDS * 1000);
  const backends = await backendsOf(server);
  const now = () => ({ allMs: group.usedMs(), ofClientsMs: usedMsOf(backends) });
  const before = now();
  await sleep(SECONDS * 1000);
  const after = now();
  await writing;
  const allMs = after.allMs - before.allMs;
  const ofClientsMs = after.ofClientsMs - before.ofClientsMs;
  return {
    usedVcpu: allMs / (SECONDS * 1000),
    backgroundVcpu: (allMs - ofClientsMs) / (SECONDS * 1000),
  };
}

/** The processes of the sessions of `pgbench`. */
async function backendsOf(server: PostgresServer): Promise<readonly number[]> {
  const client = await server.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'pgbench'",
  );
  await client.end();
  if (rows.length !== CLIENTS) throw new Error(`${rows.length} of ${CLIENTS} clients are connected`);
  return rows.map(({ pid }) => pid);
}

/** Linux counts the time that a process has run in nanoseconds. */
function usedMsOf(processes: readonly number[]): number {
  return processes.reduce(
    (sum, pid) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6,
    0,
  );
}
