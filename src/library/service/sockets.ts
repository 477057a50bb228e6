import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Duplex } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import { problem } from '../../problem/index.ts';
import { localMachine } from './local-machine.ts';

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** At the end, the server waits this long for pending answers, and then this long for them to be sent. */
const LONGEST_ANSWER_MS = 10_000;
const SENDING_MS = 50;

/** Answers HTTP requests. */
export async function listen(
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
  const boundTo = await bound(server as Server, host, port, 'port', 'choose another');
  return {
    port: boundTo,
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      const untilMs = localMachine.wallMs() + LONGEST_ANSWER_MS;
      while (pendingAnswers > 0 && localMachine.wallMs() < untilMs) await localMachine.sleep(10);
      // Answers that are made still have to be sent. Streams of events would stay open as long as a client listens.
      await localMachine.sleep(SENDING_MS);
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

/** Passes on each connection as it comes, before anything is read. */
export async function accept(host: string, port: number, take: (socket: Duplex) => void): Promise<Listening> {
  const server = createServer({ noDelay: true, keepAlive: true }, take);
  const boundTo = await bound(
    server,
    host,
    port,
    'pgPort',
    'choose another, or accept no clients of Postgres',
  );
  return {
    port: boundTo,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

/** The port that the server listens on. Throws a problem of the option if it cannot listen. */
function bound(server: Server, host: string, port: number, option: string, remedy: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', ({ code = '', message }: NodeJS.ErrnoException) => {
      const isHost = code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND';
      reject(
        problem(
          { options: [isHost ? 'host' : option] },
          UNLISTENABLE[code] ?? message,
          isHost ? 'name an address of this machine' : remedy,
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
