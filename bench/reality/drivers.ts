import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { PostgresServer } from './server.ts';
import { waitUntil } from './wait.ts';

const runFile = promisify(execFile);

/**
 * Sends queries at their times. Returns how long each took, in milliseconds.
 *
 * @param wait takes a time of `performance.now`
 */
export async function driveArrivals(
  arrivalsMs: readonly number[],
  ask: () => Promise<void>,
  wait: (atMs: number) => Promise<void> = waitUntil,
): Promise<number[]> {
  const startMs = performance.now();
  const latencies: number[] = [];
  const asked: Promise<void>[] = [];
  for (const arrivalMs of arrivalsMs) {
    const dueMs = startMs + arrivalMs;
    await wait(dueMs);
    asked.push(ask().then(() => void latencies.push(performance.now() - dueMs)));
  }
  await Promise.all(asked);
  return latencies;
}

/** Gives each query a free connection, in the order in which they arrive. */
export function queued(connections: readonly pg.Client[], text: string): () => Promise<void> {
  const free = [...connections];
  const waiting: ((connection: pg.Client) => void)[] = [];
  return async () => {
    const connection = free.pop() ?? (await new Promise<pg.Client>((resolve) => waiting.push(resolve)));
    await connection.query(text);
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else next(connection);
  };
}

/** Clients ask, wait for the answer and think. */
export async function driveClients(
  connections: readonly pg.Client[],
  text: string,
  thinkMs: number,
  seconds: number,
): Promise<number[]> {
  const untilMs = performance.now() + seconds * 1000;
  const latencies: number[] = [];
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        const thoughtMs = -Math.log(1 - Math.random()) * thinkMs;
        if (performance.now() + thoughtMs >= untilMs) return;
        await setTimeout(thoughtMs);
        const startMs = performance.now();
        await connection.query(text);
        latencies.push(performance.now() - startMs);
      }
    }),
  );
  return latencies;
}

export async function drivePgbench(server: PostgresServer, text: string, clients: number, seconds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-pgbench-'));
  try {
    const script = join(folder, 'query.sql');
    writeFileSync(script, `${text};\n`);
    const load = ['--client', String(clients), '--time', String(seconds), '--no-vacuum', '--file', script];
    const { folder: socket } = server;
    await runFile('pgbench', [
      ...load,
      '--log',
      `--log-prefix=${folder}/log`,
      '-h',
      socket,
      '-U',
      'tidemark',
      'postgres',
    ]);
    return (
      readdirSync(folder)
        .filter((file) => file.startsWith('log'))
        .flatMap((file) => readFileSync(join(folder, file), 'latin1').trimEnd().split('\n'))
        // A line has the client, the number of its transaction, and the microseconds that it took.
        .map((line) => Number(line.split(' ', 3)[2]) / 1000)
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
