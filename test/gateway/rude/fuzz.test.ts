import type { Duplex } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GatewayHarness } from '../harness.ts';
import { frame } from '../wire/arbitrary-frames.ts';
import { offersTls, secured, startPacket, startUp } from './packets.ts';

const GREETING_MS = 40;
/** Each run has sockets of its own, and the slowest wait for the greeting limit. */
const RUNS = 120;
const MOST_MS = 4_000;

let harness: GatewayHarness;
const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);

function withGateway(greetingMs: number): void {
  beforeAll(async () => {
    process.on('unhandledRejection', note).on('uncaughtExceptionMonitor', note);
    harness = await GatewayHarness.start({ greetingMs });
  });
  afterAll(async () => {
    process.off('unhandledRejection', note).off('uncaughtExceptionMonitor', note);
    await harness.end();
  });
}

const anyBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
const anyLength = fc.oneof(
  fc.constantFrom(-1, 0, 3, 4, 7, 8, 10_000, 10_001, 2 ** 30, 2 ** 30 + 1, 2 ** 31 - 1, -(2 ** 31)),
  fc.integer({ min: -20, max: 400 }),
);
const endpoint = () => `endpoint=${harness.endpointId}`;
const anyStart = fc.oneof(
  fc.constant(() => startUp({ user: 'tidemark', database: 'neondb', options: endpoint() })),
  fc.constant(() => startUp({ user: 'tidemark', options: `${endpoint()}-pooler`, '_pq_.new': '1' })),
  fc.dictionary(fc.string({ maxLength: 8 }), fc.string({ maxLength: 12 })).map((parameters) => () => {
    return startUp({ ...parameters, options: endpoint() });
  }),
  fc.tuple(fc.integer(), anyBytes).map(
    ([code, body]) =>
      () =>
        startPacket(code, body),
  ),
);
const anySasl = fc.oneof(
  fc.tuple(fc.string(), anyLength, anyBytes).map(([name, length, rest]) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(length);
    return frame('p', Buffer.concat([Buffer.from(`${name}\0`), bytes, rest]));
  }),
  fc.constantFrom('n,,n=,r=abc', 'y,a=x,n=,r=,', 'p=tls-unique,,n=,r=abc', 'n,,m=1,n=,r=abc').map((text) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(Buffer.byteLength(text));
    return frame('p', Buffer.concat([Buffer.from('SCRAM-SHA-256\0'), length, Buffer.from(text)]));
  }),
  fc.constantFrom('c=biws,r=abc,p=AAAA', 'c=,r=,p=', '').map((text) => frame('p', text)),
);

/** A packet that had been one: some bytes are others, its length lies, or its end is missing. */
const anyPacket = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: anyStart },
      {
        weight: 1,
        arbitrary: anyBytes.map((bytes) => () => bytes),
      },
    ),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
    fc.option(anyLength),
    fc.option(fc.nat(60)),
    fc.array(anySasl, { maxLength: 3 }),
  )
  .map(([make, changes, length, missing, sasl]) => () => {
    const bytes = Buffer.from(make());
    for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value;
    if (length !== null && bytes.length >= 4) bytes.writeInt32BE(length, 0);
    return [bytes.subarray(0, Math.max(0, bytes.length - (missing ?? 0))), ...sasl];
  });

async function opened(isSecure: boolean): Promise<Duplex | null> {
  const socket = await harness.socket();
  if (!isSecure) return socket;
  return (await offersTls(socket)) ? secured(socket).catch(() => null) : null;
}

function gone(stream: Duplex): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the gateway keeps it')), MOST_MS);
    const done = () => {
      clearTimeout(late);
      resolve();
    };
    stream.on('error', done).once('close', done).once('end', done).resume();
    if (stream.destroyed) done();
  });
}

/** Nobody is at the door, inside or behind it, but for the connection that a pool keeps for the next. */
async function expectNobody(pooled = 0): Promise<void> {
  const untilMs = Date.now() + MOST_MS;
  const counts = () => [
    harness.gateway.clients,
    harness.inside(),
    harness.waiting(),
    Math.max(0, harness.backend.links.size - pooled),
  ];
  while (counts().some((count) => count > 0) && Date.now() < untilMs)
    await new Promise((resolve) => setTimeout(resolve, 2));
  expect(counts()).toEqual([0, 0, 0, 0]);
  expect(unhandled).toEqual([]);
}

describe('random bytes before authentication', () => {
  withGateway(GREETING_MS);

  test('close the socket in time, and leave nothing behind', async () => {
    await fc.assert(
      fc.asyncProperty(anyPacket, fc.boolean(), fc.boolean(), async (make, isSecure, isSlow) => {
        const stream = await opened(isSecure);
        if (stream === null) return;
        const ended = gone(stream);
        for (const part of make()) {
          if (stream.writable) stream.write(part);
          if (isSlow) await new Promise((resolve) => setTimeout(resolve, 2));
        }
        await ended;
        stream.destroy();
        await expectNobody();
      }),
      { numRuns: RUNS },
    );
  });

  test('do the same in place of TLS', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, fc.boolean(), async (bytes, isDirect) => {
        const socket = await harness.socket();
        const ended = gone(socket);
        if (!isDirect) await offersTls(socket);
        if (socket.writable) socket.write(Buffer.concat([Buffer.from([0x16, 3, 1]), bytes]));
        await ended;
        socket.destroy();
        await expectNobody();
      }),
      { numRuns: RUNS / 2 },
    );
  });
});

describe('random bytes after authentication', () => {
  withGateway(60_000);

  test.each([false, true])('end the session and leave nothing behind (pooled: %s)', async (pooled) => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(255),
        anyLength,
        fc.array(fc.tuple(fc.constantFrom(...'PBDECSQHFdcfX?p\0'), anyBytes), { maxLength: 6 }),
        async (type, length, messages) => {
          const client = await harness.connected(harness.uriOf({ pooled }));
          const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
          stream.removeAllListeners('data').resume();
          const ended = gone(stream);
          const head = Buffer.alloc(5);
          head[0] = type;
          head.writeInt32BE(length, 1);
          for (const [letter, body] of messages) if (stream.writable) stream.write(frame(letter, body));
          if (stream.writable) stream.end(head);
          await ended;
          stream.destroy();
          await expectNobody(pooled ? 1 : 0);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('do not disturb a well-behaved client', async () => {
    const client = await harness.connected();
    await client.query('select 1');
    await client.end();
  });
});
