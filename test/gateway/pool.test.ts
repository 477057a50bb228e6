import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { BackendLink, SessionRequest } from '../../src/gateway/backend.ts';
import { Pool } from '../../src/gateway/pool.ts';
import { FakeBackend, type FakeLink } from './fake-backend.ts';
import { GatewayHarness } from './harness.ts';
import { frame } from './wire/arbitrary-frames.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a pool under random operations', () => {
  type Deed = 'acquire' | 'release' | 'cancel' | 'cancelled' | 'discard' | 'die' | 'fail' | 'close';
  const anyDeed = fc.oneof(
    { weight: 8, arbitrary: fc.constant<Deed>('acquire') },
    { weight: 6, arbitrary: fc.constant<Deed>('release') },
    { weight: 8, arbitrary: fc.constantFrom<Deed>('cancel', 'cancelled') },
    { weight: 2, arbitrary: fc.constantFrom<Deed>('discard', 'die', 'fail') },
    { weight: 1, arbitrary: fc.constant<Deed>('close') },
  );

  test('keeps its limit, gives no connection to two clients or during a cancel, and serves all that wait', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(anyDeed, { maxLength: 40 }),
        async (size, deeds) => {
          const backend = new FakeBackend();
          const pool = new Pool(backend, {} as SessionRequest, size, 60_000);
          const held: BackendLink[] = [];
          let arrive: (() => void)[] = [];
          let waiting = 0;
          let ill = false;
          let isClosed = false;
          for (const deed of deeds) {
            if (deed === 'acquire') {
              waiting++;
              pool.acquire().then(
                (link) => {
                  waiting--;
                  ill ||= held.includes(link) || link.cancelling !== null;
                  link.listen({ data: () => {}, drained: () => {}, closed: () => {} });
                  held.push(link);
                },
                () => waiting--,
              );
            } else if (deed === 'close') {
              isClosed = true;
              pool.close();
            } else if (deed === 'fail')
              backend.opening = () => {
                backend.opening = async () => {};
                return Promise.reject(new Error('no room'));
              };
            else if (deed === 'cancel') {
              const link = held[0] as FakeLink | undefined;
              if (link === undefined || link.cancelling !== null) continue;
              link.cancelLasts = new Promise((resolve) => arrive.push(resolve));
              void link.cancel();
            } else if (deed === 'cancelled') {
              for (const done of arrive) done();
              arrive = [];
            } else if (deed === 'die') {
              const free = [...backend.links].find((link) => !held.includes(link));
              free?.die();
            } else {
              const link = held.shift();
              if (link !== undefined) pool[deed](link);
            }
            await turn();
            expect(ill).toBe(false);
            expect(backend.links.size).toBeLessThanOrEqual(isClosed ? 0 : size);
            // A client waits only if each connection is in use, or may still be hit by a cancel.
            const struck = [...backend.links].filter(
              (link) => link.cancelling !== null && !held.includes(link),
            );
            if (waiting > 0) expect(held.length + struck.length).toBe(size);
          }
          pool.close();
          await turn();
          expect([backend.links.size, waiting]).toEqual([0, 0]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('clients of the pooler', () => {
  let harness: GatewayHarness;
  afterEach(() => harness.end());

  async function asleep(compute: Readonly<Record<string, unknown>> = {}): Promise<void> {
    harness = await GatewayHarness.start({ poolWaitMs: 300 }, compute);
    harness.advance(600_000);
  }

  test('hold no connections if they only wake a compute, however many they are', async () => {
    await asleep({ autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 });
    const uri = harness.uriOf({ pooled: true });
    const count = harness.compute().limits.poolSize + 5;
    const clients = Array.from({ length: count }, () => harness.client(uri));
    const connected = Promise.all(clients.map((client) => client.connect()));
    await harness.until(() => harness.waiting() === count);
    harness.advance(1_000);
    await connected;
    for (const client of clients.slice(-6)) await client.query('select 1');
    expect(harness.backend.links.size).toBe(1);
  });

  test('leave their connection usable for the next one, even if they do not read', async () => {
    await asleep({ autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 });
    const uri = harness.uriOf({ pooled: true });
    const slow = await harness.connected(uri);
    const size = harness.compute().limits.poolSize;
    const others = Array.from({ length: size - 1 }, () => harness.client(uri));
    for (const other of others) {
      await other.connect();
      await other.query('begin');
    }
    const late = harness.client(uri);
    await late.connect();
    const { stream } = (slow as unknown as { connection: { stream: { pause(): void } } }).connection;
    slow.query('hold').catch(() => {});
    let link: FakeLink | undefined;
    await harness.until(() => {
      link = [...harness.backend.links].find(({ queries }) => queries.at(-1) === 'hold');
      return link !== undefined;
    });
    const answered = late.query('select 2');
    await turn();
    stream.pause();
    const row = frame('D', Buffer.alloc(2 ** 20));
    link?.answer(Buffer.concat(Array.from({ length: 20 }, () => row)));
    await answered;
    expect(link?.isPaused).toBe(false);
  });
});
