import { once } from 'node:events';
import { connect } from 'node:net';
import type pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { verifierOf } from '../../src/gateway/wire/scram.ts';
import type { FakeLink } from './fake-backend.ts';
import { failure, GatewayHarness } from './harness.ts';
import { cancelRequest, startUp } from './rude/packets.ts';

let harness: GatewayHarness;
afterEach(async () => {
  await harness.end();
});

async function begin(...options: Parameters<typeof GatewayHarness.start>): Promise<GatewayHarness> {
  harness = await GatewayHarness.start(...options);
  return harness;
}

/** The project's compute has started and fallen asleep. */
async function asleep(...options: Parameters<typeof GatewayHarness.start>): Promise<GatewayHarness> {
  const made = await begin(...options);
  made.advance(600_000);
  expect(made.compute().stateName).toBe('idle');
  return made;
}

describe('a connection to a sleeping compute', () => {
  test('wakes the compute, and waits until it has started', async () => {
    const { api, endpointId } = await asleep();
    const client = harness.client();
    const connecting = client.connect();
    await harness.knocked();
    expect(harness.compute().stateName).toMatch(/^starting/);
    harness.advance(299);
    expect(harness.inside()).toBe(0);
    harness.advance(1);
    await connecting;
    expect(harness.inside()).toBe(1);
    await client.query('select 1');
    await client.end();
    await harness.until(() => harness.inside() === 0);
    const { body } = await api.call('GET', `/projects/${harness.projectId}/operations`);
    const starts = body.operations.filter(
      (operation: { action: string; endpoint_id: string }) =>
        operation.action === 'start_compute' && operation.endpoint_id === endpointId,
    );
    expect(starts).toHaveLength(2);
  });

  test('lets the compute sleep again five minutes after it has ended', async () => {
    await asleep();
    const client = await harness.connected();
    harness.advance(60_000);
    await client.query('select 1');
    await client.end();
    await harness.until(() => harness.inside() === 0);
    harness.advance(299_000);
    expect(harness.compute().stateName).toBe('active');
    harness.advance(2_000);
    expect(harness.compute().stateName).toBe('idle');
    await harness.until(() => harness.backend.calls.includes(`rest ${harness.branchId}`));
  });

  test('may give up, and the start goes on', async () => {
    await asleep();
    const socket = harness.client();
    const connecting = failure(socket.connect());
    await harness.knocked();
    (socket as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    await connecting;
    await harness.until(() => harness.waiting() === 0);
    harness.advance(1000);
    expect(harness.compute().stateName).toBe('active');
    expect(harness.inside()).toBe(0);
  });

  test('causes one start, even as one of a thousand, and each is served or refused by the rules', async () => {
    await asleep({}, { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 });
    const most = harness.compute().limits.clientConnections;
    const clients = Array.from({ length: 1000 }, () => harness.client());
    const connects = Promise.allSettled(clients.map((client) => client.connect()));
    await harness.until(() => harness.waiting() === 1000);
    harness.advance(1000);
    const outcomes = await connects;
    const served = outcomes.filter(({ status }) => status === 'fulfilled').length;
    const codes = new Set(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : [])));
    expect({ served, codes: [...codes] }).toEqual({ served: most, codes: ['53300'] });
    expect(harness.inside()).toBe(most);
    const { body } = await harness.api.call('GET', `/projects/${harness.projectId}/operations`);
    const starts = body.operations.filter(({ action }: { action: string }) => action === 'start_compute');
    expect(starts).toHaveLength(2);
    await Promise.all(clients.map((client) => client.end()));
    await harness.until(() => harness.inside() === 0);
  });
});

describe('keeping a compute awake', () => {
  test('an idle session does not keep it awake, and ends with 57P01 on suspension', async () => {
    await asleep();
    const client = await harness.connected();
    const ended = once(client, 'error') as Promise<[pg.DatabaseError]>;
    harness.advance(301_000);
    expect(harness.compute().stateName).toBe('idle');
    const [error] = await ended;
    expect(error.code).toBe('57P01');
    expect(error.message).toBe('terminating connection due to administrator command');
    expect(harness.backend.links.size).toBe(0);
  });

  test('a running query keeps it awake, and counts as one processor', async () => {
    await asleep();
    const client = await harness.connected();
    const query = client.query('hold');
    await harness.until(() => harness.compute().clients.busy === 1);
    harness.advance(3_600_000);
    expect(harness.compute().stateName).toBe('active');
    for (const link of harness.backend.links) link.answer();
    await query;
    await harness.until(() => harness.compute().clients.busy === 0);
    harness.advance(299_000);
    expect(harness.compute().stateName).toBe('active');
    harness.advance(2_000);
    expect(harness.compute().stateName).toBe('idle');
  });

  test('a session that is idle in a transaction keeps it awake', async () => {
    await asleep();
    const client = await harness.connected();
    await client.query('begin');
    await harness.until(() => harness.compute().clients.busy === 1);
    harness.advance(3_600_000);
    expect(harness.compute().stateName).toBe('active');
    await client.query('commit');
    await harness.until(() => harness.compute().clients.busy === 0);
    harness.advance(301_000);
    expect(harness.compute().stateName).toBe('idle');
  });
});

describe('sessions end', () => {
  const end = async (change: () => Promise<unknown>) => {
    await asleep();
    const client = await harness.connected();
    const ended = once(client, 'error') as Promise<[pg.DatabaseError]>;
    await change();
    harness.advance(10_000);
    const [error] = await ended;
    expect(error.code).toBe('57P01');
    await harness.until(() => harness.backend.links.size === 0);
    expect(harness.api.service.world.computes.get(harness.endpointId)?.connections ?? 0).toBe(0);
  };
  const endpoint = () => `/projects/${harness.projectId}/endpoints/${harness.endpointId}`;

  test('on a restart', () => end(() => harness.api.call('POST', `${endpoint()}/restart`)));

  test('on a change of size', () =>
    end(() =>
      harness.api.call('PATCH', endpoint(), {
        endpoint: { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 4 },
      }),
    ));

  test('on a change of branch', () =>
    end(async () => {
      const { body } = await harness.api.call('POST', `/projects/${harness.projectId}/branches`, {
        branch: { name: 'other' },
      });
      await harness.api.call('PATCH', endpoint(), { endpoint: { branch_id: body.branch.id } });
    }));

  test('when the compute is disabled', () =>
    end(() => harness.api.call('PATCH', endpoint(), { endpoint: { disabled: true } })));

  test('on a deletion', () => end(() => harness.api.call('DELETE', endpoint())));
});

test('automatic resizing drops no sessions', async () => {
  await asleep({}, { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 8 });
  const client = await harness.connected();
  await client.query('begin');
  await harness.until(() => harness.compute().clients.busy === 1);
  const before = harness.compute().size;
  await harness.api.control('PUT', `/computes/${harness.endpointId}/load`, { vcpu: 4 });
  harness.advance(600_000);
  expect(harness.compute().size).toBeGreaterThan(before);
  await client.query('commit');
  expect(harness.inside()).toBe(1);
});

describe('a compute whose pooler is on', () => {
  test('pools new connections to its own host, and to the pooler’s', async () => {
    harness = await GatewayHarness.start();
    const setPooler = (on: boolean) =>
      harness.api.ok('PATCH', `/projects/${harness.projectId}/endpoints/${harness.endpointId}`, {
        endpoint: { pooler_enabled: on },
      });
    const linksOf = async (uris: readonly string[]) => {
      const before = harness.backend.links.size;
      for (const uri of uris) await (await harness.connected(uri)).query('select');
      return harness.backend.links.size - before;
    };
    const [own, pooled] = [harness.uriOf(), harness.uriOf({ pooled: true })];
    expect(await linksOf([own, own])).toBe(2);
    await setPooler(true);
    expect(await linksOf([own, pooled, own])).toBe(1);
    await setPooler(false);
    expect(await linksOf([own, own])).toBe(2);
  });
});

describe('a clock that does not run like the wall clock', () => {
  const noticesOf = async (options: Parameters<typeof GatewayHarness.start>[2]) => {
    await begin({}, {}, options);
    harness.advance(1000);
    const client = harness.client();
    const notices: (string | undefined)[] = [];
    client.on('notice', ({ message }) => notices.push(message));
    await client.connect();
    return notices;
  };

  test('is announced to clients in a notice', async () => {
    expect(await noticesOf({})).toEqual([expect.stringContaining("the service's clock is stopped")]);
    await harness.end();
    expect(await noticesOf({ clock: { kind: 'scaled', speed: 60 } })).toEqual([
      expect.stringContaining('runs at 60x'),
    ]);
    await harness.end();
    expect(await noticesOf({ clock: { kind: 'real' } })).toEqual([]);
  });
});

describe('a client', () => {
  test('cannot tell from the time whether a role exists', async () => {
    const { endpointId } = await asleep();
    const role = new URL(harness.uri).username;
    const challengedInMs = async (user: string) => {
      const socket = await harness.socket();
      const beganMs = performance.now();
      socket.write(startUp({ user, options: `endpoint=${endpointId}` }));
      await once(socket, 'data');
      const ms = performance.now() - beganMs;
      socket.destroy();
      return ms;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    const costly: number[] = [];
    for (let i = 0; i < 60; i++) {
      known.push(await challengedInMs(role));
      unknown.push(await challengedInMs(`nobody${i}`));
      const beganMs = performance.now();
      verifierOf('a password', Buffer.from('salt'));
      costly.push(performance.now() - beganMs);
    }
    expect(Math.abs(median(unknown) - median(known))).toBeLessThan(median(costly) / 2);
  });

  test.each([
    [
      'a wrong password',
      (uri: string) => uri.replace(/:[^:@/]+@/, ':wrong@'),
      '28P01',
      /password authentication/,
    ],
    ['an unknown role', (uri: string) => uri.replace(/\/\/[^:]+:/, '//nobody:'), '28P01', /"nobody"/],
    [
      'an unknown endpoint',
      (uri: string) => uri.replace(/ep-[\w-]+/, 'ep-none'),
      '08006',
      /could not be found/,
    ],
    ['no endpoint', (uri: string) => uri.replace(/\?.*/, ''), '08004', /no endpoint is named/],
    [
      'an unknown database',
      (uri: string) => uri.replace(/\/\w+\?/, '/none?'),
      '3D000',
      /"none" does not exist/,
    ],
  ])('is refused with %s, and the compute sleeps on', async (_what, change, code, message) => {
    await asleep();
    const error = await failure(harness.client(change(harness.uriOf())).connect());
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(harness.compute().stateName).toBe('idle');
  });

  test('is refused by a disabled compute', async () => {
    await asleep();
    const path = `/projects/${harness.projectId}/endpoints/${harness.endpointId}`;
    await harness.api.call('PATCH', path, { endpoint: { disabled: true } });
    harness.advance(1000);
    harness.backend.calls.length = 0;
    const error = await failure(harness.client().connect());
    expect(error.code).toBe('57P03');
    // No database is opened, because no suspension would close it.
    expect(harness.backend.calls.filter((call) => call.startsWith('warm'))).toEqual([]);
  });

  test.each([
    ['leaves', false],
    ['stays connected', true],
  ])('is refused if it speaks another protocol and %s', async (_what, stays) => {
    await begin();
    const socket = connect({ port: harness.port, host: '127.0.0.1', allowHalfOpen: stays });
    socket.on('error', () => {});
    const closed = once(socket, 'close');
    socket.write(`GET / HTTP/1.1\r\n\r\n${'x'.repeat(1000)}`);
    expect(String(await once(socket, 'data'))).toContain('startup packet');
    if (!stays) socket.end();
    socket.resume();
    while (harness.gateway.clients > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await closed;
  });

  test('is refused if all starts fail', async () => {
    await asleep({}, {}, { life: { startFailureShare: 1 } });
    const client = harness.client();
    const failed = failure(client.connect());
    await harness.knocked();
    harness.advance(3_600_000);
    expect((await failed).code).toMatch(/^57P03$|^08006$/);
  });
});

describe('the pooler', () => {
  test('lets clients share connections, one transaction at a time', async () => {
    await asleep();
    const uri = harness.uriOf({ pooled: true });
    const first = await harness.connected(uri);
    const second = harness.client(uri);
    await second.connect();
    await first.query('select 1');
    await second.query('select 2');
    expect(harness.backend.links.size).toBe(1);
    await first.query('begin');
    await second.query('select 3');
    expect(harness.backend.links.size).toBe(2);
    await first.query('commit');
    expect(harness.inside()).toBe(2);
  });

  test('lets clients wait for a connection, up to a limit', async () => {
    await asleep({ poolWaitMs: 50 }, { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 });
    const uri = harness.uriOf({ pooled: true });
    const size = harness.compute().limits.poolSize;
    const first = await harness.connected(uri);
    const clients = [first, ...Array.from({ length: size - 1 }, () => harness.client(uri))];
    await Promise.all(clients.slice(1).map((client) => client.connect()));
    await Promise.all(clients.map((client) => client.query('begin')));
    expect(harness.backend.links.size).toBe(size);
    const late = harness.client(uri);
    await late.connect();
    const error = await failure(late.query('select 1'));
    expect(error.message).toBe('query_wait_timeout');
    const patient = harness.client(uri);
    await patient.connect();
    const answered = patient.query('select 1');
    await first.query('commit');
    await answered;
  });

  test('holds no connections for clients without queries, however many connect at once', async () => {
    await asleep({}, { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 });
    const most = harness.compute().limits.poolSize;
    const clients = Array.from({ length: most + 1 }, () => harness.client(harness.uriOf({ pooled: true })));
    const connects = Promise.all(clients.map((client) => client.connect()));
    await harness.until(() => harness.waiting() === clients.length);
    harness.advance(1000);
    await connects;
    expect(harness.backend.links.size).toBe(1);
  });

  test('closes a connection whose client leaves in the middle of a transaction', async () => {
    await asleep();
    const uri = harness.uriOf({ pooled: true });
    const first = await harness.connected(uri);
    await first.query('begin');
    await first.end();
    await harness.until(() => harness.backend.links.size === 0);
    const second = harness.client(uri);
    await second.connect();
    await second.query('select 1');
  });
});

describe('troubles', () => {
  test('if Postgres dies, the client gets an error and no session stays', async () => {
    await asleep();
    const client = await harness.connected();
    const ended = once(client, 'error') as Promise<[pg.DatabaseError]>;
    for (const link of harness.backend.links) link.die();
    const [error] = await ended;
    expect(error.code).toBe('57P02');
    await harness.until(() => harness.inside() === 0);
  });

  test('if a client vanishes during its query, the query is cancelled', async () => {
    await asleep();
    const client = await harness.connected();
    const failed = failure(client.query('hold'));
    await harness.until(() => harness.compute().clients.busy === 1);
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    await failed;
    await harness.until(() => harness.inside() === 0 && harness.backend.links.size === 0);
    harness.advance(301_000);
    expect(harness.compute().stateName).toBe('idle');
  });

  test('if the database cannot be opened, the client gets an error', async () => {
    await asleep();
    harness.backend.opening = () => Promise.reject(new Error('no room'));
    const error = await failure(harness.connected());
    expect([error.code, error.message]).toEqual(['XX000', 'the gateway has failed; see its log']);
    expect(harness.log).toEqual([expect.objectContaining({ level: 'error', error: 'no room' })]);
    await harness.until(() => harness.inside() === 0);
  });

  test('if the service is reset, sessions end', async () => {
    await asleep();
    const client = await harness.connected();
    const ended = once(client, 'error') as Promise<[pg.DatabaseError]>;
    harness.api.service.reset();
    const [error] = await ended;
    expect(error.code).toBe('57P01');
  });
});

describe('a full disk', () => {
  test('makes Postgres raise errors, until there is room again', async () => {
    await asleep();
    const client = await harness.connected();
    const [link] = harness.backend.links;
    await harness.api.control('PUT', `/computes/${harness.endpointId}/disk`, { full: true });
    await client.query('select 1');
    await client.query({ text: 'select $1::int', values: [1] }).catch(() => {});
    await client.query('rollback');
    await harness.api.control('PUT', `/computes/${harness.endpointId}/disk`, { full: false });
    await client.query('select 2');
    expect(link?.queries.map((query) => /53100|rollback|select 2/.exec(query)?.[0])).toEqual([
      '53100',
      '53100',
      'rollback',
      'select 2',
    ]);
  });
});

describe('a cancel request', () => {
  /** A client whose query goes on until it is given up. */
  async function busy() {
    await asleep();
    const client = await harness.connected();
    const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
    const query = failure(client.query('hold'));
    await harness.until(() => harness.compute().clients.busy === 1);
    const [link] = [...harness.backend.links] as [FakeLink];
    return { client, processID, secretKey, query, link };
  }

  test('cancels the query of the session with its key, and of no other', async () => {
    const { processID, secretKey, query, link } = await busy();
    for (const [process, key] of [
      [processID, secretKey + 1],
      [processID + 1, secretKey],
      [processID, secretKey],
    ] as const) {
      const socket = await harness.socket();
      socket.write(cancelRequest(process, key));
      await once(socket.resume(), 'close');
    }
    expect((await query).code).toBe('57014');
    expect(link.cancelled).toBe(1);
  });

  test('is answered once it can no longer hit a later query', async () => {
    const { client, processID, secretKey, query, link } = await busy();
    let arrive = () => {};
    link.cancelLasts = new Promise((resolve) => {
      arrive = resolve;
    });
    const socket = await harness.socket();
    let closed = false;
    socket
      .resume()
      .once('close', () => {
        closed = true;
      })
      .write(cancelRequest(processID, secretKey));
    expect((await query).code).toBe('57014');
    await client.query('select 1');
    expect(closed).toBe(false);
    arrive();
    await harness.until(() => closed);
  });
});

describe('changes of records reach the databases', () => {
  test.each(['is deleted', 'goes to another branch'])(
    'a branch is released when its compute %s',
    async (what) => {
      await asleep();
      const project = `/projects/${harness.projectId}`;
      const { body } = await harness.api.call('POST', `${project}/branches`, { branch: { name: 'next' } });
      harness.advance(10_000);
      await harness.connected();
      harness.backend.calls.length = 0;
      const compute = `${project}/endpoints/${harness.endpointId}`;
      const { status } =
        what === 'is deleted'
          ? await harness.api.call('DELETE', compute)
          : await harness.api.call('PATCH', compute, { endpoint: { branch_id: body.branch.id } });
      expect(status).toBe(200);
      harness.advance(10_000);
      await harness.until(() => harness.backend.calls.includes(`rest ${harness.branchId}`));
    },
  );

  test('a branch is copied from its parent, renamed and dropped', async () => {
    await begin();
    const project = `/projects/${harness.projectId}`;
    harness.advance(10_000);
    const { body } = await harness.api.call('POST', `${project}/branches`, { branch: { name: 'next' } });
    const child = body.branch.id;
    await harness.api.call('PATCH', `${project}/branches/${child}/databases/neondb`, {
      database: { name: 'other' },
    });
    await harness.api.call('DELETE', `${project}/branches/${child}/databases/other`);
    await harness.api.call('DELETE', `${project}/branches/${child}`);
    await harness.until(() => harness.backend.calls.includes(`drop ${child}`));
    expect(harness.backend.calls.filter((call) => call.includes(child))).toEqual([
      `copy ${harness.branchId} to ${child}`,
      `rename neondb of ${child} to other`,
      `drop other of ${child}`,
      `drop ${child}`,
    ]);
  });
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}
