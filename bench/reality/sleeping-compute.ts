import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { constant } from '../../src/compute/index.ts';
import { factSet } from '../../src/facts/index.ts';
import { Gateway, selfSigned } from '../../src/gateway/index.ts';
import { accept } from '../../src/library/service/sockets.ts';
import { Turns } from '../../src/library/service/turns.ts';
import {
  bootstrap,
  InjectedFaults,
  openAccess,
  openStore,
  Service,
  serviceApp,
} from '../../src/service/index.ts';
import { DEFAULT_ASSUMPTIONS } from '../../src/simulator/index.ts';
import type { PostgresServer } from './server.ts';
import { sleepingBackend } from './sleeping-backend.ts';

/** The service and its gateway in this process. Its only compute stops the server when it sleeps. */
export interface SleepingCompute {
  /** The address for clients. */
  readonly uri: string;
  /** How often clients have woken it. */
  wakes(): number;
  close(): Promise<void>;
}

/** @param speed how much faster than real time the service's clock goes */
export async function sleepingCompute(
  server: PostgresServer,
  speed: number,
  suspendAfterSeconds: number,
): Promise<SleepingCompute> {
  const backend = await sleepingBackend(server);
  const turns = new Turns();
  const store = await openStore({ folder: null, url: null });
  const secretBytes = (count: number): Uint8Array => randomBytes(count);
  const { life } = DEFAULT_ASSUMPTIONS;
  const service = await Service.open(
    {
      facts: factSet('spec'),
      plan: 'scale',
      seed: 1,
      // A start takes as long as the server takes.
      assumptions: { ...DEFAULT_ASSUMPTIONS, life: { ...life, startTime: constant(1) } },
      secretBytes,
      secret: 'secret of the bench',
    },
    store,
    {
      wallMs: () => Date.now(),
      wakeAfter: turns.wakeAfter,
      sleep,
      log: () => {},
      storeFailed: (error) => turns.fail(error),
    },
    { mode: { kind: 'scaled', speed }, startMs: null },
  );
  turns.turn = () => service.turn();
  // The first start is that of the new compute.
  let starts = 0;
  service.listen(({ event }) => {
    if (event.kind === 'started') starts++;
  });
  const gateway = new Gateway({
    access: openAccess(service),
    backend,
    pem: () => selfSigned(Date.now(), secretBytes(8)),
    secretBytes,
    logError: () => {},
    dropsDatabases: false,
  });
  const listening = await accept('127.0.0.1', 0, (socket) => gateway.accept(socket));
  const app = serviceApp(service, {
    hosts: {
      suffix: 'localhost',
      gateway: { host: '127.0.0.1', port: listening.port, pgVersion: backend.majorVersion },
    },
    version: '0',
    faults: new InjectedFaults(),
    rateLimit: null,
    control: { token: 'token', remote: false },
    names: { known: ['127.0.0.1'], withoutDot: true },
    pages: new Map(),
  });
  const { secret } = bootstrap(service);
  service.turn();
  const answer = await app.fetch(
    new Request('http://127.0.0.1/api/v2/projects', {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        project: {
          default_endpoint_settings: {
            autoscaling_limit_min_cu: 1,
            autoscaling_limit_max_cu: 1,
            suspend_timeout_seconds: suspendAfterSeconds,
          },
        },
      }),
    }),
    { from: '127.0.0.1', requestId: 'bench' },
  );
  const made = (await answer.json()) as { connection_uris: readonly { connection_uri: string }[] };
  return {
    wakes: () => starts - 1,
    uri: made.connection_uris[0]?.connection_uri ?? '',
    async close() {
      const closed = listening.close();
      await gateway.close();
      await closed;
      turns.end();
      await store.close();
    },
  };
}
