import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { availableParallelism, hostname } from 'node:os';
import type { Duplex } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import { problem } from '../../problem/index.ts';
import { keepSecret, keptSecret, type SecretFile } from '../files/kept-secret.ts';

/** A server's access to the machine: its clock, sockets, random bytes and a folder. */
export interface HostMachine {
  wallMs(): number;
  secretBytes(count: number): Uint8Array;
  /** The name of this machine in its network. */
  hostName(): string;
  sleep(ms: number): Promise<void>;
  /** Creates an alarm. Each call of the result sets it anew; Infinity turns it off. */
  alarm(ring: () => void): (afterMs: number) => void;
  listen(
    host: string,
    port: number,
    answer: (request: Request, from: string) => Promise<Response>,
  ): Promise<Listening>;
  /** Passes on each connection as it comes, before anything is read. */
  accept(host: string, port: number, take: (socket: Duplex) => void): Promise<Listening>;
  readonly processors: number;
  /** Reads the secret of a folder, or stores the one that `make` returns. */
  keep(folder: string, file: SecretFile, make: () => string): string;
  /** The secret of a folder. Null if it has none. */
  kept(folder: string, file: SecretFile): string | null;
}

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** At the end, the server waits this long for pending answers, and then this long for them to be sent. */
const LONGEST_ANSWER_MS = 10_000;
const SENDING_MS = 50;

/** The longest delay that a timer of Node takes. */
const LONGEST_TIMER_MS = 2_147_483_647;

export const machine: HostMachine = {
  wallMs: () => Date.now(),
  secretBytes: (count) => randomBytes(count),
  hostName: hostname,
  // A sleep of 0 lets input that has already arrived be handled first.
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
  keep: keepSecret,
  kept: keptSecret,
};

async function listen(
  host: string,
  port: number,
  answer: (request: Request, from: string) => Promise<Response>,
): Promise<Listening> {
  const { createAdaptorServer } = await import('@hono/node-server');
  let pendingAnswers = 0;
  const server = createAdaptorServer({
    fetch: async (request, env) => {
      const { incoming } = env as HttpBindings;
      pendingAnswers++;
      try {
        return await answer(request, incoming.socket.remoteAddress ?? '');
      } finally {
        pendingAnswers--;
      }
    },
  });
  const boundTo = await bound(server as Server, host, port, '--port', '--port');
  return {
    port: boundTo,
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      const untilMs = machine.wallMs() + LONGEST_ANSWER_MS;
      while (pendingAnswers > 0 && machine.wallMs() < untilMs) await machine.sleep(10);
      // Answers that are made still have to be sent. Streams of events would stay open as long as a client listens.
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

/** The port that the server listens on. Throws a problem of the flag if it cannot listen. */
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
