import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { REFUSALS } from '../../src/compute/index.ts';
import { Gateway, selfSigned } from '../../src/gateway/index.ts';
import type {
  ClientConnection,
  ComputeAccess,
  ComputeObserver,
  ConnectionOutcome,
  ConnectionTarget,
} from '../../src/service/index.ts';
import { FakeBackend } from './fake-backend.ts';
import { failure } from './harness.ts';

/** One compute without a service behind it. */
class ComputeByHand implements ComputeAccess {
  readonly clock = { kind: 'real' } as const;
  readonly reported: string[] = [];
  observer: ComputeObserver | null = null;
  outcome: ConnectionOutcome = { kind: 'connected' };
  hear: (outcome: ConnectionOutcome) => void = () => {};

  branchIds() {
    return ['br-one'];
  }

  find(endpointId: string): ConnectionTarget | undefined {
    if (endpointId !== 'ep-one') return undefined;
    const role = { name: 'anna', canLogIn: true, passwordKey: 'first', password: () => 'secret' };
    const database = { name: 'shop', owner: 'anna' };
    return {
      branchId: 'br-one',
      readOnly: false,
      poolerEnabled: false,
      sessionSettings: new Map([['work_mem', '8MB']]),
      roles: [role],
      databases: [database],
      role: (name) => (name === role.name ? role : undefined),
      database: (name) => (name === database.name ? database : undefined),
    };
  }

  connect(_: unknown, hear: (outcome: ConnectionOutcome) => void): ClientConnection {
    this.hear = hear;
    queueMicrotask(() => hear(this.outcome));
    return {
      id: 'g-1',
      isOver: false,
      limits: { maxConnections: 100, poolSize: 1, diskBytes: 1024 },
      diskIsFull: false,
      report: (activity) => this.reported.push(activity) > 0,
      leave: () => this.reported.push('leaves'),
    };
  }

  observe(observer: ComputeObserver): () => void {
    this.observer = observer;
    return () => {
      this.observer = null;
    };
  }
}

let access: ComputeByHand;
let backend: FakeBackend;
let gateway: Gateway;
let server: Server;

beforeEach(async () => {
  access = new ComputeByHand();
  backend = new FakeBackend();
  gateway = new Gateway({
    access,
    backend,
    pem: () => selfSigned(0, new Uint8Array(8)),
    secretBytes: (count) => new Uint8Array(count),
    logError: (event) => expect.fail(event),
    dropsDatabases: true,
  });
  server = createServer((socket) => gateway.accept(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.close();
});

function client(endpointId = 'ep-one'): pg.Client {
  const { port } = server.address() as AddressInfo;
  const made = new pg.Client(
    `postgresql://anna:secret@127.0.0.1:${port}/shop?options=endpoint%3D${endpointId}`,
  );
  made.on('error', () => {});
  return made;
}

test('a client connects to a compute through this access alone, and its activity is reported', async () => {
  const one = client();
  await one.connect();
  const [{ wish } = { wish: null }] = backend.links;
  expect(wish).toMatchObject({
    place: { branchId: 'br-one', database: 'shop', owner: 'anna' },
    role: 'anna',
    maxConnections: 100,
    temporaryBytes: 1024,
  });
  expect(wish?.settings).toEqual(new Map([['work_mem', '8MB']]));
  await one.query('select 1');
  await one.end();
  expect(access.reported).toEqual(['running', 'idle', 'leaves']);
  await gateway.close();
});

test('a client is told why it is refused, or dropped later', async () => {
  expect(await failure(client('ep-nothing').connect())).toMatchObject({ code: '08006' });
  access.outcome = { kind: 'refused', why: REFUSALS.barred };
  expect((await failure(client().connect())).detail).toMatch(/\.$/);
  access.outcome = { kind: 'connected' };
  const one = client();
  await one.connect();
  const error = once(one, 'error');
  access.hear({ kind: 'dropped', why: REFUSALS.dropped });
  expect(await error).toMatchObject([{ code: '57P01' }]);
  await gateway.close();
});

test('changes reach the databases, which are dropped with a service that saves nothing', async () => {
  access.observer?.branchCreated('br-two', 'br-one');
  access.observer?.databaseRenamed('br-two', 'shop', 'store');
  access.observer?.databaseDeleted('br-two', 'store');
  access.observer?.branchIdle('br-two');
  access.observer?.branchDeleted('br-two');
  await gateway.upkeep.end();
  expect(backend.calls.splice(0)).toEqual([
    'copy br-one to br-two',
    'rename shop of br-two to store',
    'drop store of br-two',
    'rest br-two',
    'drop br-two',
  ]);
  await gateway.close();
  expect(backend.calls).toEqual(['drop br-one', 'close']);
  expect(access.observer).toBeNull();
});
