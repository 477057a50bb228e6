import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { availableParallelism, hostname } from 'node:os';
import type { Duplex } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { WorkerPool } from '../../advisor/index.ts';
import { problem } from '../../problem/index.ts';
import { keepSecret, keptSecret, type SecretFile } from '../files/kept-secret.ts';

/** What a server touches of the machine: its clock, its sockets, its chance and a folder. */
export interface Machine {
  wallMs(): number;
  secretBytes(count: number): Uint8Array;
  /** The name of this machine in its network. */
  hostName(): string;
  sleep(ms: number): Promise<void>;
  /** An alarm that is set anew each time; Infinity puts it away. */
  alarm(ring: () => void): (afterMs: number) => void;
  listen(
    host: string,
    port: number,
    answer: (request: Request, from: string) => Promise<Response>,
  ): Promise<Listening>;
  /** Hands over each connection as it comes, unread. */
  accept(host: string, port: number, take: (socket: Duplex) => void): Promise<Listening>;
  readonly processors: number;
  /** Threads that run the default export of a module, one for each worker. */
  workerPool<Task, Result>(module: URL, workers: number): Promise<WorkerPool<Task, Result>>;
  /** A secret that a folder keeps: what is there, or else what `make` gives. */
  keep(folder: string, file: SecretFile, make: () => string): string;
  /** The secret that a folder has; null if it has none. */
  kept(folder: string, file: SecretFile): string | null;
}

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** At the end, answers that are being made are waited for this long, and their sending that long. */
const LONGEST_ANSWER_MS = 10_000;
const SENDING_MS = 50;

/** A timer of Node's cannot be set further ahead than this. */
const LONGEST_TIMER_MS = 2_147_483_647;

export const machine: Machine = {
  wallMs: () => Date.now(),
  secretBytes: (count) => randomBytes(count),
  hostName: hostname,
  // Not at all is only until what came in at the same time has been looked at.
  sleep: (ms) => new Promise((resolve) => (ms > 0 ? setTimeout(resolve, ms) : setImmediate(resolve))),
  alarm(ring) {
    let timer: NodeJS.Timeout | undefined;
    return (afterMs) => {
      clearTimeout(timer);
      timer =
        afterMs === Number.POSITIVE_INFINITY
          ? undefined
          : setTimeout(ring, Math.min(afterMs, LONGEST_TIMER_MS));
    };
  },
  listen,
  accept,
  processors: availableParallelism(),
  workerPool,
  keep: keepSecret,
  kept: keptSecret,
};

async function workerPool<Task, Result>(module: URL, workers: number): Promise<WorkerPool<Task, Result>> {
  // Most commands need no threads, and start sooner without the library.
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    filename: module.href,
    minThreads: workers,
    maxThreads: workers,
    // A worker that is done begins with its next task at once, however busy this thread is.
    concurrentTasksPerWorker: 2,
  });
  // The library rejects the tasks that a dying worker was at, and no others: they would wait for ever.
  const waiting = new Set<(error: unknown) => void>();
  let failure: { readonly error: unknown } | null = null;
  pool.on('error', (error) => {
    failure ??= { error };
    for (const reject of waiting) reject(error);
  });
  return {
    workers,
    run: (task) =>
      new Promise((resolve, reject) => {
        if (failure !== null) {
          reject(failure.error);
          return;
        }
        waiting.add(reject);
        pool
          .run(task)
          .then(resolve, reject)
          .finally(() => waiting.delete(reject));
      }),
    close: () => pool.destroy(),
  };
}

async function listen(
  host: string,
  port: number,
  answer: (request: Request, from: string) => Promise<Response>,
): Promise<Listening> {
  const { createAdaptorServer } = await import('@hono/node-server');
  let underWay = 0;
  const server = createAdaptorServer({
    fetch: async (request, env) => {
      const { incoming } = env as HttpBindings;
      underWay++;
      try {
        return await answer(request, incoming.socket.remoteAddress ?? '');
      } finally {
        underWay--;
      }
    },
  });
  const boundTo = await bound(server as Server, host, port, '--port', '--port');
  return {
    port: boundTo,
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      const untilMs = machine.wallMs() + LONGEST_ANSWER_MS;
      while (underWay > 0 && machine.wallMs() < untilMs) await machine.sleep(10);
      // An answer that is made has still to be sent; streams of events would stay open for as long as somebody listens.
      await machine.sleep(SENDING_MS);
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

async function accept(host: string, port: number, take: (socket: Duplex) => void): Promise<Listening> {
  const server = createServer({ noDelay: true, keepAlive: true }, take);
  const boundTo = await bound(server, host, port, '--pg-port', '--pg-port, or do without: --no-pg');
  return {
    port: boundTo,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

/** Where it listens; a problem of the flag where it cannot. */
function bound(server: Server, host: string, port: number, field: string, remedy: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', ({ code = '', message }: NodeJS.ErrnoException) => {
      const isHost = code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND';
      reject(
        problem(
          { field: isHost ? '--host' : field },
          UNLISTENABLE[code] ?? message,
          isHost ? 'name an address of this machine' : `choose another with ${remedy}`,
        ),
      );
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

const UNLISTENABLE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there already',
  EACCES: 'this user may not listen there',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
};
