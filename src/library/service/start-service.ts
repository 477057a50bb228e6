import { isDiskFull } from '../../data-folder/index.ts';
import type { FactSet } from '../../facts/index.ts';
import { type ProblemError, problem } from '../../problem/index.ts';
import {
  bootstrap,
  clockMode,
  driveScenario,
  InjectedFaults,
  isNew,
  openStore,
  RateLimit,
  Service,
  type Store,
  serviceApp,
} from '../../service/index.ts';
import { DEFAULT_ASSUMPTIONS, type Simulation } from '../../simulator/index.ts';
import { ownVersion } from '../version.ts';
import { consolePages } from './console-pages.ts';
import { Ending } from './ending.ts';
import type { OpenGateway } from './gateway.ts';
import { localMachine } from './local-machine.ts';
import { controlTokenOf, hex, secretOf } from './secrets.ts';
import type { ServeSettings } from './serve-settings.ts';
import { listen } from './sockets.ts';
import { Turns } from './turns.ts';

/** The domain of computes, for clients that find computes by name. */
export const HOST_SUFFIX = 'localhost';

/** A project of this name has computes whose clients come as in the scenario. */
export interface ServedScenario {
  readonly name: string;
  readonly simulation: Simulation;
}

/** A service whose ports are open. */
export interface StartedService {
  readonly service: Service;
  /** Null if Postgres clients are not accepted. */
  readonly gateway: OpenGateway | null;
  /** The address without a path. */
  readonly origin: string;
  readonly controlToken: string;
  /** The secret of the first key. Null if the store had users before. */
  readonly firstKey: string | null;
  /** Resolves when the service has ended by `close`. Rejects if the service or its store fails. */
  readonly ended: Promise<void>;
  /** Ends the service, and returns `ended`. */
  close(): Promise<void>;
}

/** Opens the store, the service and its ports. */
export async function startService(
  settings: ServeSettings,
  facts: FactSet,
  scenario: ServedScenario | null,
): Promise<StartedService> {
  const store = await openStore({ folder: settings.data ?? null, url: settings.databaseUrl ?? null });
  const turns = new Turns();
  try {
    return await openPorts(settings, facts, scenario, store, turns);
  } catch (error) {
    turns.end();
    // An error of closing must not hide the error that ended the service.
    await store.close().catch(() => {});
    throw error;
  }
}

async function openPorts(
  settings: ServeSettings,
  facts: FactSet,
  scenario: ServedScenario | null,
  store: Store,
  turns: Turns,
): Promise<StartedService> {
  const { host, log } = settings;
  const { secret, isNew: hasNewSecret } = secretOf(settings);
  const controlToken = controlTokenOf(settings);
  const mode = settings.clock === undefined ? null : clockMode(settings.clock);
  const service = await Service.open(
    {
      facts,
      plan: settings.plan,
      seed: settings.seed,
      assumptions: DEFAULT_ASSUMPTIONS,
      secretBytes: localMachine.secretBytes,
      secret,
    },
    store,
    {
      wallMs: localMachine.wallMs,
      wakeAfter: turns.wakeAfter,
      sleep: localMachine.sleep,
      log,
      storeFailed: (error) => turns.fail(unwritten(store, error)),
    },
    // On a simulated clock, the service begins when the scenario does.
    {
      mode,
      startMs:
        scenario === null || mode === null || mode.kind === 'real' ? null : scenario.simulation.startMs,
    },
  );
  turns.turn = () => service.turn();
  const stored = () => service.committed().catch((error) => Promise.reject(unwritten(store, error)));
  const isFirstStart = isNew(service);
  if (hasNewSecret && !isFirstStart)
    log({
      level: 'warn',
      event: 'new secret',
      remedy: `${settings.data} had no file "secret", so all passwords of roles have changed; put the file back to undo that`,
    });
  const gateway = settings.pg
    ? await (await import('./gateway.ts')).openGateway(settings, service, secret)
    : null;
  const app = serviceApp(service, {
    hosts: { suffix: HOST_SUFFIX, gateway },
    version: ownVersion(),
    faults: new InjectedFaults(),
    rateLimit: settings.rateLimit ? new RateLimit() : null,
    control: { token: controlToken, remote: settings.controlRemote ?? false },
    names: {
      known: [host, localMachine.hostName(), ...(settings.allowHost ?? [])],
      withoutDot: !isLoopback(host),
    },
    pages: consolePages(facts),
  });
  const run = hex(localMachine.secretBytes(4));
  let requests = 0;
  const answer = async (request: Request, from: string) =>
    app.fetch(request, { from, requestId: `${run}-${++requests}` });
  const listening = await listen(host, settings.port, answer).catch(async (error: unknown) => {
    // An open gateway would keep the process alive.
    await gateway?.close();
    throw error;
  });
  const closePorts = async () => {
    try {
      await Promise.all([listening.close(), gateway?.close()]);
    } finally {
      turns.end();
    }
  };
  let firstKey: string | null = null;
  try {
    // The first key is made only after the ports are open. A failed start would lose it.
    if (isFirstStart) firstKey = bootstrap(service).secret;
    if (scenario !== null) driveScenario(service, scenario.name, scenario.simulation);
    service.turn();
    await stored();
  } catch (error) {
    await closePorts();
    throw error;
  }
  const ending = new Ending(async (failure) => {
    try {
      await closePorts();
      if (failure !== null) throw failure.error;
      await stored();
      log({ level: 'info', event: 'stopped' });
    } catch (error) {
      await store.close().catch(() => {});
      throw error;
    }
    await store.close().catch((error) => Promise.reject(unwritten(store, error)));
  });
  turns.failure.catch((error) => void ending.begin({ error }));
  return {
    service,
    gateway,
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${listening.port}`,
    controlToken,
    firstKey,
    ended: ending.ended,
    close: () => ending.begin(null),
  };
}

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127\..*|::1)$/i.test(host);
}

function unwritten(store: Store, failure: unknown): ProblemError {
  return problem(
    { field: 'store' },
    `${store.description} cannot be written: ${(failure as Partial<Error> | null)?.message ?? failure}`,
    `${isDiskFull(failure) ? 'free some space' : 'repair it'} and start again; nothing that was answered is lost`,
  );
}
