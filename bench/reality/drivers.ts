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

export function pgbench({ folder }: PostgresServer, ...flags: readonly string[]) {
  return runFile('pgbench', [...flags, '-h', folder, '-U', 'tidemark', 'postgres']);
}

/** A query that was answered. */
export interface AnsweredQuery {
  readonly tookMs: number;
  /** A time of `performance.now`. */
  readonly endMs: number;
}

/** Returns latencies in ascending order. */
export function latenciesOf(answers: readonly AnsweredQuery[]): number[] {
  return answers.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
}

/** Sends queries at their times. */
export async function driveArrivals(
  arrivalsMs: readonly number[],
  ask: () => Promise<void>,
): Promise<AnsweredQuery[]> {
  const startMs = performance.now();
  const answers: AnsweredQuery[] = [];
  const asked: Promise<void>[] = [];
  for (const arrivalMs of arrivalsMs) {
    const dueMs = startMs + arrivalMs;
    await waitUntil(dueMs);
    asked.push(ask().then(() => void answers.push(answerSince(dueMs))));
  }
  await Promise.all(asked);
  return answers;
}

function answerSince(startMs: number): AnsweredQuery {
  const endMs = performance.now();
  return { tookMs: endMs - startMs, endMs };
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
): Promise<AnsweredQuery[]> {
  const untilMs = performance.now() + seconds * 1000;
  const answers: AnsweredQuery[] = [];
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        const thoughtMs = -Math.log(1 - Math.random()) * thinkMs;
        if (performance.now() + thoughtMs >= untilMs) return;
        await setTimeout(thoughtMs);
        const startMs = performance.now();
        await connection.query(text);
        answers.push(answerSince(startMs));
      }
    }),
  );
  return answers;
}

export async function drivePgbench(
  server: PostgresServer,
  text: string,
  clients: number,
  seconds: number,
): Promise<AnsweredQuery[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-pgbench-'));
  try {
    const script = join(folder, 'query.sql');
    writeFileSync(script, `${text};\n`);
    const load = ['--client', String(clients), '--time', String(seconds), '--no-vacuum', '--file', script];
    await pgbench(server, ...load, '--log', `--log-prefix=${folder}/log`);
    return readdirSync(folder)
      .filter((file) => file.startsWith('log'))
      .flatMap((file) => readFileSync(join(folder, file), 'latin1').trimEnd().split('\n'))
      .map(answerOf);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Reads a line of the log of pgbench: the client, the number of its transaction, the microseconds that it took, the
 * script, and the seconds and microseconds of its end.
 */
function answerOf(line: string): AnsweredQuery {
  const [, , tookUs, , endSeconds, endUs] = line.split(' ').map(Number);
  const endedMs = (endSeconds as number) * 1000 + (endUs as number) / 1000;
  return { tookMs: (tookUs as number) / 1000, endMs: endedMs - performance.timeOrigin };
}
