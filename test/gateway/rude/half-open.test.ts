import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { GatewayHarness } from '../harness.ts';
import { frame } from '../wire/arbitrary-frames.ts';
import { allOf, offersTls, SSL_REQUEST, secured, startPacket, startUp } from './packets.ts';

const GREETING_MS = 150;

let harness: GatewayHarness;
afterEach(() => harness.end());

async function open(greetingMs = GREETING_MS): Promise<Socket> {
  harness = await GatewayHarness.start({ greetingMs });
  return harness.socket();
}

/** Nobody is at the door, inside or behind it. */
async function expectNobody(): Promise<void> {
  await patiently(() => harness.gateway.clients === 0 && harness.backend.links.size === 0);
  expect({ inside: harness.inside(), waiting: harness.waiting() }).toEqual({ inside: 0, waiting: 0 });
}

/** Sockets go by the clock on the wall here. */
async function patiently(holds: () => boolean, mostMs = 5_000): Promise<void> {
  const untilMs = Date.now() + mostMs;
  while (!holds()) {
    if (Date.now() > untilMs) throw new Error('it did not come to that');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const start = () =>
  startUp({ user: 'tidemark', database: 'neondb', options: `endpoint=${harness.endpointId}` });

/** The first message of SCRAM, and nothing behind it. */
const saslFirst = () => {
  const text = 'n,,n=,r=abcdefgh';
  const length = Buffer.alloc(4);
  length.writeInt32BE(text.length);
  return frame('p', Buffer.concat([Buffer.from('SCRAM-SHA-256\0'), length, Buffer.from(text)]));
};

describe('a client that stops midway is cut off after the greeting limit', () => {
  test.each<[string, (socket: Socket) => unknown]>([
    ['sends nothing', () => {}],
    ['sends half a length', (socket) => socket.write(Buffer.alloc(2))],
    ['sends half a packet', (socket) => socket.write(start().subarray(0, 20))],
    ['asks for TLS and sends nothing more', (socket) => socket.write(SSL_REQUEST)],
    [
      'begins TLS and stops',
      (socket) => socket.write(Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, 0, 0])),
    ],
    ['sends its start-up packet and no password', (socket) => socket.write(start())],
    [
      'stops in the middle of SCRAM',
      (socket) => {
        socket.write(start());
        socket.once('data', () => socket.write(saslFirst()));
      },
    ],
    [
      'stops in the middle of SCRAM, over TLS',
      async (socket) => {
        if (!(await offersTls(socket))) return;
        // The limit may end this too.
        const stream = await secured(socket).catch(() => null);
        stream?.write(start());
        stream?.once('data', () => stream.write(saslFirst()));
      },
    ],
  ])('if it %s', async (_what, say) => {
    const socket = await open();
    const closed = once(socket, 'close');
    await say(socket);
    socket.resume();
    await closed;
    await expectNobody();
  });
});

describe('a refused client that does not close its socket is cut off', () => {
  test('whatever the reason', async () => {
    (await open()).destroy();
    const refusals: Readonly<Record<string, Buffer>> = {
      'a length that is too short': Buffer.alloc(8),
      'a length that is too long, with much behind it': Buffer.concat([
        Buffer.from([0, 1, 0, 0]),
        Buffer.alloc(9_000),
      ]),
      'a version of long ago': startPacket(2 << 16, Buffer.alloc(1)),
      'an endpoint that is not there': startUp({ user: 'a', options: 'endpoint=ep-none' }),
      'no answer to SCRAM': Buffer.concat([start(), frame('Q', 'select 1\0')]),
    };
    const sockets = await Promise.all(
      Object.entries(refusals).map(async ([what, bytes]) => {
        const socket = await harness.socket();
        // Its own half stays open, as that of a program that has forgotten its socket does.
        socket.allowHalfOpen = true;
        socket.write(bytes);
        // The gateway asks for a password or reports an error, and sends nothing more.
        expect((await allOf(socket)).toString('latin1', 0, 1), what).toMatch(/[RE]/);
        return socket;
      }),
    );
    await expectNobody();
    for (const socket of sockets) socket.destroy();
  });

  test('over TLS, after it got its error', async () => {
    const socket = await open(2_000);
    socket.write(SSL_REQUEST);
    await once(socket, 'data');
    const stream = await secured(socket);
    stream.on('error', () => {});
    stream.write(Buffer.concat([Buffer.from([0, 1, 0, 0]), Buffer.alloc(20_000)]));
    expect((await allOf(stream)).toString()).toContain('invalid length or content of the startup packet');
    await expectNobody();
  });

  test('over TLS, also if it closes its socket at once', async () => {
    const socket = await open(2_000);
    socket.write(SSL_REQUEST);
    await once(socket, 'data');
    const stream = await secured(socket);
    stream.on('error', () => {});
    stream.write(Buffer.alloc(9_000), () => socket.resetAndDestroy());
    await expectNobody();
  });
});

describe('a client that vanishes', () => {
  test('is removed while it waits for a compute to start', async () => {
    (await open(60_000)).destroy();
    harness.advance(600_000);
    for (const vanish of [
      (socket: Socket) => socket.destroy(),
      (socket: Socket) => socket.resetAndDestroy(),
      (socket: Socket) => socket.end(),
    ]) {
      const client = harness.client();
      client.connect().catch(() => {});
      await harness.until(() => harness.waiting() === 1);
      vanish((client as unknown as { connection: { stream: Socket } }).connection.stream);
      await harness.until(() => harness.waiting() === 0);
    }
    await patiently(() => harness.gateway.clients === 0);
  });

  test('without reading its results pauses the server, and leaves nothing behind', async () => {
    (await open(60_000)).destroy();
    const client = await harness.connected();
    const [link] = harness.backend.links;
    const stream = (client as unknown as { connection: { stream: Socket } }).connection.stream;
    client.query('hold').catch(() => {});
    await harness.until(() => link?.queries.includes('hold') ?? false);
    stream.pause();
    const row = frame('D', Buffer.alloc(65_536));
    let sent = 0;
    while (link?.isPaused === false && sent < 1_000) {
      link.say(row);
      sent++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    // The kernel keeps a few megabytes for both sides. The server keeps the rest.
    expect(sent).toBeLessThan(400);
    stream.resetAndDestroy();
    await patiently(() => harness.inside() === 0 && harness.backend.links.size === 0);
  });
});
