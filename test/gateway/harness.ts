import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { Gateway, type GatewaySettings, selfSigned } from '../../src/gateway/index.ts';
import { type LogLine, openAccess } from '../../src/service/index.ts';
import type { TimelineEntry } from '../../src/simulator/index.ts';
import { Harness, START } from '../service/harness.ts';
import { FakeBackend } from './fake-backend.ts';

type HarnessOptions = NonNullable<Parameters<typeof Harness.start>[0]> & {
  /** The list to which the states of the compute are added. */
  readonly heard?: TimelineEntry[];
};

const PATIENCE_MS = 60_000;

/** A service with one project, on a clock that stands, and a gateway before it. */
export class GatewayHarness {
  readonly api: Harness;
  readonly backend: FakeBackend;
  readonly gateway: Gateway;
  readonly port: number;
  /** The log of the gateway. */
  readonly log: readonly LogLine[];
  projectId = '';
  branchId = '';
  endpointId = '';
  uri = '';
  private readonly server: Server;
  private readonly clients = new Set<pg.Client>();

  private constructor(
    api: Harness,
    backend: FakeBackend,
    gateway: Gateway,
    server: Server,
    log: readonly LogLine[],
  ) {
    this.log = log;
    this.api = api;
    this.backend = backend;
    this.gateway = gateway;
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async start(
    settings: Partial<GatewaySettings> = {},
    compute: Readonly<Record<string, unknown>> = {},
    { heard = [], ...harness }: HarnessOptions = {},
  ): Promise<GatewayHarness> {
    const api = await Harness.start(harness);
    api.service.listen(({ event }) => {
      if (event.kind !== 'state') return;
      const { atMs, state, pending, cu, reason } = event;
      heard.push({ atMs: atMs - START, state, pending, cu, reason } as TimelineEntry);
    });
    const backend = new FakeBackend();
    let n = 0;
    const log: LogLine[] = [];
    const gateway = new Gateway({
      access: openAccess(api.service),
      backend,
      pem: () => selfSigned(Date.UTC(2026, 10, 21), new Uint8Array(8)),
      secretBytes: (count) => new Uint8Array(count).fill(++n % 256),
      logError: (event, details) => log.push({ level: 'error', event, ...details }),
      dropsDatabases: true,
      ...settings,
    });
    const server = createServer({ noDelay: true }, (socket) => gateway.accept(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const made = new GatewayHarness(api, backend, gateway, server, log);
    const { body } = await api.call('POST', '/projects', {
      project: { name: 'tides', default_endpoint_settings: compute },
    });
    made.projectId = body.project.id;
    made.branchId = body.branch.id;
    made.endpointId = body.endpoints[0].id;
    made.uri = body.connection_uris[0].connection_uri;
    return made;
  }

  /** The URI as a gateway of this port would print it. */
  uriOf({ pooled = false, endpointId = this.endpointId, uri = this.uri } = {}): string {
    const { username, password, pathname } = new URL(uri);
    const endpoint = `${endpointId}${pooled ? '-pooler' : ''}`;
    return `postgresql://${username}:${password}@127.0.0.1:${this.port}${pathname}?options=endpoint%3D${endpoint}`;
  }

  client(uri = this.uriOf(), settings: pg.ClientConfig = {}): pg.Client {
    const client = new pg.Client({ connectionString: uri, ...settings });
    client.on('error', () => {});
    this.clients.add(client);
    return client;
  }

  /** A client that is let in, once so much time has passed. */
  async connected(uri = this.uriOf(), advanceMs = 1000): Promise<pg.Client> {
    const client = this.client(uri);
    const connecting = client.connect();
    await this.knocked();
    this.advance(advanceMs);
    await connecting;
    return client;
  }

  /** Bytes as they are. */
  async socket(): Promise<Socket> {
    const socket = connect(this.port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  }

  /** Waits until that many clients stand at the door or are inside. */
  async knocked(count = 1): Promise<void> {
    await this.until(() => this.inside() + this.waiting() >= count || this.started());
  }

  advance(ms: number): void {
    this.api.service.advance(ms);
  }

  compute() {
    return this.api.service.world.compute(this.endpointId);
  }

  inside(): number {
    return this.compute().connections;
  }

  waiting(): number {
    return this.compute().clients.waiting;
  }

  started(): boolean {
    return this.compute().core.accepts;
  }

  /** Sockets take their time, which is none by the service's clock. */
  async until(holds: () => boolean): Promise<void> {
    const untilMs = performance.now() + PATIENCE_MS;
    while (!holds()) {
      if (performance.now() > untilMs) throw new Error('it did not come to that');
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async end(): Promise<void> {
    await Promise.all([...this.clients].map((client) => client.end().catch(() => {})));
    await this.gateway.close();
    await new Promise((done) => this.server.close(done));
    await this.api.service.close();
  }
}

/** The error that a promise ends with. */
export async function failure(promise: Promise<unknown>): Promise<pg.DatabaseError> {
  try {
    await promise;
  } catch (error) {
    return error as pg.DatabaseError;
  }
  throw new Error('it was to fail');
}
