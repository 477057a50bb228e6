import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSession } from '../../../src/gateway/server/backend-session.ts';
import { unavailable } from '../../../src/gateway/server/server-backend.ts';
import { ServerLink } from '../../../src/gateway/server/server-link.ts';
import { frame } from '../wire/arbitrary-frames.ts';

const START = Buffer.concat([
  frame('R', '\0\0\0\0'),
  frame('S', 'server_version\x0017\0'),
  frame('K', '\0\0\0\x07\0\0\0\x08'),
  frame('Z', 'I'),
]);
const ROW = frame('D', 'a row');

describe('a session', () => {
  let server: Server;
  let accepted: Promise<[Socket]>;
  let asked: Promise<Buffer>;
  /** The answer of the server to the first message. */
  let says: readonly Buffer[];

  beforeEach(async () => {
    says = [START];
    server = createServer({ noDelay: true });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    accepted = once(server, 'connection') as Promise<[Socket]>;
    asked = accepted.then(async ([socket]) => {
      socket.on('error', () => {});
      const [packet] = await once(socket, 'data');
      for (const bytes of says) socket.write(bytes);
      return packet;
    });
  });
  afterEach(() => server.close());

  const start = (parameters = {}) =>
    startSession(
      { host: '127.0.0.1', port: (server.address() as AddressInfo).port, ssl: false },
      { user: 'me', password: 'mine' },
      new Map(Object.entries(parameters)),
    );
  const listening = async () => {
    const told: (string | null)[] = [];
    const link = new ServerLink(await start(), 112, {
      cancel: async () => {},
      onClose: () => told.push('gone'),
    });
    const ended = new Promise<void>((resolve) =>
      link.listen({
        data: (bytes) => told.push(Buffer.from(bytes).toString('latin1')),
        drained: () => told.push('drained'),
        closed: (why) => {
          told.push(why === null ? null : why.message);
          resolve();
        },
      }),
    );
    return { link, told, ended };
  };

  test('sends the given parameters and no others', async () => {
    const session = await start({ client_encoding: 'LATIN1', options: '-c a=b' });
    expect((await asked).toString('latin1', 8)).toBe(
      'client_encoding\0LATIN1\0options\0-c a=b\0user\0me\0\0',
    );
    expect(session).toMatchObject({
      parameters: new Map([['server_version', '17']]),
      processId: 7,
      secretKey: 8,
    });
    session.socket.destroy();
  });

  test('loses no bytes that arrive with the end of start-up', async () => {
    says = [Buffer.concat([START, ROW, ROW.subarray(0, 3)]), ROW.subarray(3)];
    const { link, told, ended } = await listening();
    const [socket] = await accepted;
    socket.end();
    await ended;
    expect(told.slice(0, -2).join('')).toBe(`${ROW.toString('latin1').repeat(2)}`);
    expect(told.slice(-2)).toEqual(['gone', null]);
    link.close();
  });

  test('reports why its connection was lost', async () => {
    const { told, ended } = await listening();
    const [socket] = await accepted;
    socket.resetAndDestroy();
    await ended;
    expect(told).toEqual(['gone', 'read ECONNRESET']);
  });

  test('ends if the server speaks another protocol', async () => {
    const { told, ended } = await listening();
    const [socket] = await accepted;
    socket.write('HTTP/1.1 400 Bad Request\0\0\0\0');
    socket.write(Buffer.from('D\0\0\0\0'));
    socket.write(Buffer.alloc(2 ** 20));
    await ended;
    expect(told.at(-1)).toMatch(/^a frame cannot be -?\d+ bytes long$/);
  });

  test('does not begin if the server closes the connection', async () => {
    says = [];
    accepted.then(([socket]) => socket.end());
    const error = await start().catch((reason) => unavailable(reason, 'PostgreSQL at there'));
    expect(error).toMatchObject({
      sqlstate: '08006',
      message:
        'the backend server, PostgreSQL at there, cannot be reached (Connection terminated unexpectedly)',
      hint: 'Start that server, or correct the address that the service was given.',
    });
  });

  test.each([
    ['no server', frame('K', '')],
    ['no frames', Buffer.from('HTTP/1.1 400 Bad Request')],
  ])('does not begin with %s', async (_, bytes) => {
    says = [bytes];
    await expect(start()).rejects.toThrow(/out of range|cannot be \d+ bytes long/);
  });

  test('reports when it can send more', async () => {
    const { link, told } = await listening();
    const [socket] = await accepted;
    await asked;
    socket.pause();
    const bytes = frame('d', Buffer.alloc(2 ** 20));
    let sent = 0;
    while (link.send(bytes)) sent++;
    while (sent++ < 16) link.send(bytes);
    expect(told).toEqual([]);
    socket.resume();
    while (told.length === 0) await new Promise(setImmediate);
    expect(told).toEqual(['drained']);
    link.close();
  });
});
