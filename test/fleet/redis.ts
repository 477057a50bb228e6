import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

/** Whether there is a Redis or Valkey server to start. */
export const REDIS = ['redis-server', 'valkey-server'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);

/** The end of a test's name that says why it did not run. */
export const NOT_RUN = REDIS === undefined ? ' (not run: no redis-server is installed)' : '';

export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** Lets the server answer nobody until it is killed. */
  pause(): void;
  /** Ends the server as a power failure would. */
  kill(): void;
  /** Starts it again, with what its append-only file has. */
  startAgain(): Promise<void>;
  stop(): void;
}

interface RedisSettings {
  readonly password?: string;
  /** A file with the key and the certificate of the server, which then accepts only encrypted connections. */
  readonly certificate?: string;
}

/** A server of its own, with an append-only file. */
export async function startRedis({ password, certificate }: RedisSettings = {}): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-redis-'));
  const port = await freePort();
  let child: ChildProcess | null = null;
  const start = async () => {
    child = spawn(
      REDIS as string,
      [
        ...(certificate === undefined
          ? ['--port', String(port)]
          : ['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no']),
        ...(certificate === undefined ? [] : ['--tls-cert-file', certificate, '--tls-key-file', certificate]),
        ...['--bind', '127.0.0.1', '--dir', folder, '--save', ''],
        ...['--appendonly', 'yes', ...(password === undefined ? [] : ['--requirepass', password])],
      ],
      { stdio: 'ignore' },
    );
    const client = new Redis({
      port,
      ...(password === undefined ? {} : { password }),
      ...(certificate === undefined ? {} : { tls: { rejectUnauthorized: false } }),
      maxRetriesPerRequest: null,
    });
    client.on('error', () => {});
    await client.ping();
    client.disconnect();
  };
  await start();
  return {
    url: `${certificate === undefined ? 'redis' : 'rediss'}://127.0.0.1:${port}`,
    port,
    pause: () => child?.kill('SIGSTOP'),
    kill: () => child?.kill('SIGKILL'),
    startAgain: start,
    stop() {
      child?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
