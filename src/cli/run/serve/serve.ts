import { basename } from 'node:path';
import { isDiskFull } from '../../../data-folder/index.ts';
import { type FactSetName, factSet, type PlanName } from '../../../facts/index.ts';
import { readScenarioFile, readText } from '../../../library/index.ts';
import { oneLine, type ProblemError, problem } from '../../../problem/index.ts';
import {
  bootstrap,
  clockMode,
  driveScenario,
  InjectedFaults,
  isNew,
  type LogLine,
  openStore,
  RateLimit,
  Service,
  type Store,
  serviceApp,
} from '../../../service/index.ts';
import { DEFAULT_ASSUMPTIONS, type Simulation } from '../../../simulator/index.ts';
import { CONTROL_TOKEN, SECRET } from '../../files/kept-secret.ts';
import type { HostMachine } from '../../terminal/machine.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { ownVersion } from '../../version.ts';
import { consolePages } from './console-pages.ts';
import type { OpenGateway } from './gateway.ts';

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly data?: string;
  readonly databaseUrl?: string;
  readonly scenario?: string;
  readonly clock?: string;
  readonly facts: FactSetName;
  readonly plan: PlanName;
  readonly seed: number;
  readonly rateLimit?: boolean;
  readonly controlToken?: string;
  readonly controlRemote?: boolean;
  readonly log: 'text' | 'json' | 'off';
  readonly json?: boolean;
  /** Whether Postgres clients are accepted too. */
  readonly pg: boolean;
  readonly pgPort?: number;
  readonly backendUrl?: string;
}

/** Serves until it is stopped. */
export async function runServe(options: ServeOptions, terminal: Terminal): Promise<void> {
  const mode = options.clock === undefined ? null : clockMode(options.clock);
  if (options.clock !== undefined && mode === null)
    throw problem(
      { field: '--clock' },
      `found "${options.clock}"`,
      'write real, stopped, or a speed such as 60x',
    );
  const log = logger(options.log, terminal);
  const { scenario } = options;
  const demand =
    scenario === undefined
      ? null
      : (
          await readScenarioFile(
            scenario,
            readText(scenario, terminal),
            { facts: options.facts, plan: options.plan },
            terminal,
          )
        ).simulation;
  const store = await openStore({ folder: options.data ?? null, url: options.databaseUrl ?? null });
  try {
    await serve(options, store, mode, demand, log, terminal);
  } catch (error) {
    // An error of closing must not hide the error that ended the service.
    await store.close().catch(() => {});
    throw error;
  }
  await store.close().catch((error) => Promise.reject(unwritten(store, error)));
}

async function serve(
  options: ServeOptions,
  store: Store,
  mode: ReturnType<typeof clockMode>,
  demand: Simulation | null,
  log: (line: LogLine) => void,
  terminal: Terminal,
): Promise<void> {
  const { machine } = terminal;
  let stop: (error?: unknown) => void = () => {};
  let fail: (fault: unknown) => void = () => {};
  const stopped = new Promise<unknown>((resolve, reject) => {
    stop = resolve;
    fail = reject;
  });
  // A fault may come before anything awaits the end.
  stopped.catch(() => {});
  const wake = machine.alarm(() => {
    try {
      service.turn();
    } catch (fault) {
      fail(fault);
    }
  });
  const { secret, isNew: hasNewSecret } = secretOf(options, terminal, log);
  const token = controlTokenOf(options, machine);
  const service: Service = await Service.open(
    {
      facts: factSet(options.facts),
      plan: options.plan,
      seed: options.seed,
      assumptions: DEFAULT_ASSUMPTIONS,
      secretBytes: (count) => machine.secretBytes(count),
      secret,
    },
    store,
    {
      wallMs: () => machine.wallMs(),
      wakeAfter: (ms) => wake(ms),
      sleep: (ms) => machine.sleep(ms),
      log,
      storeFailed: (error) => stop(error),
    },
    // On a simulated clock, the service begins when the scenario does.
    { mode, startMs: demand === null || mode === null || mode.kind === 'real' ? null : demand.startMs },
  );
  const kept = () => service.committed().catch((error) => Promise.reject(unwritten(store, error)));
  const isFirstStart = isNew(service);
  if (hasNewSecret && !isFirstStart)
    log({
      level: 'warn',
      event: 'new secret',
      remedy: `${options.data} had no file "secret", so all passwords of roles have changed; put the file back to undo that`,
    });
  const gateway = options.pg
    ? await (await import('./gateway.ts')).openGateway(options, service, secret, machine, log)
    : null;
  const app = serviceApp(service, {
    hosts: { suffix: 'localhost', gateway },
    version: ownVersion(),
    faults: new InjectedFaults(),
    rateLimit: options.rateLimit ? new RateLimit() : null,
    control: { token, remote: options.controlRemote ?? false },
    names: {
      known: [options.host, machine.hostName(), ...(options.allowHost ?? [])],
      withoutDot: !isLoopback(options.host),
    },
    pages: consolePages(factSet(options.facts)),
  });
  const run = hex(machine.secretBytes(4));
  let requests = 0;
  const answer = async (request: Request, from: string) =>
    app.fetch(request, { from, requestId: `${run}-${++requests}` });
  const listening = await machine.listen(options.host, options.port, answer).catch(async (error: unknown) => {
    // An open gateway would keep the process alive.
    await gateway?.close();
    throw error;
  });
  const end = () => stop();
  let failure: unknown;
  // If anything fails from here on, the ports have to close, because the service does not run.
  try {
    // The first key is made only after the ports are open. A failed start would lose it.
    const first = isFirstStart ? bootstrap(service).secret : null;
    if (demand !== null)
      driveScenario(service, basename(options.scenario ?? '').replace(/\.(?:ya?ml|json)$/, ''), demand);
    service.turn();
    await kept();
    terminal.signals.once('SIGINT', end).once('SIGTERM', end);
    greet(options, service, listening.port, gateway, first, token, terminal);
    failure = await stopped;
  } finally {
    terminal.signals.off('SIGINT', end).off('SIGTERM', end);
    await Promise.all([listening.close(), gateway?.close()]);
    wake(Number.POSITIVE_INFINITY);
  }
  if (failure !== undefined) throw unwritten(store, failure);
  await kept();
  log({ level: 'info', event: 'stopped' });
}

function unwritten(store: Store, failure: unknown): ProblemError {
  return problem(
    { field: 'store' },
    `${store.description} cannot be written: ${(failure as Partial<Error> | null)?.message ?? failure}`,
    `${isDiskFull(failure) ? 'free some space' : 'repair it'} and start again; nothing that was answered is lost`,
  );
}

function greet(
  options: ServeOptions,
  service: Service,
  port: number,
  gateway: OpenGateway | null,
  key: string | null,
  token: string,
  terminal: Terminal,
): void {
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  const url = `http://${host}:${port}`;
  const { mode } = service.clock;
  const clock = mode.kind === 'scaled' ? `${mode.speed}x` : mode.kind;
  if (options.json) {
    const { description } = service.store;
    terminal.out(
      `${JSON.stringify({ schema: 'tidemark/serve', version: 1, url: `${url}/api/v2`, control: `${url}/_tidemark`, console: `${url}/`, postgres: gateway, controlToken: token, store: description, clock, key })}\n`,
    );
    return;
  }
  terminal.out(
    [
      `API            ${url}/api/v2`,
      `console        ${url}/`,
      `control API    ${url}/_tidemark`,
      `control token  ${token}`,
      ...(gateway === null
        ? []
        : [`Postgres       ${gateway.host}:${gateway.port}, databases in ${gateway.backend}`]),
      `store          ${service.store.description}`,
      `clock          ${clock}`,
      ...(isLoopback(options.host)
        ? []
        : [`reachable      from other machines, at ${options.host}, without encryption`]),
      ...(key === null ? [] : ['first API key, shown this once:', key]),
      '',
    ].join('\n'),
  );
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127\..*|::1)$/i.test(host);
}

/** The secret that passwords of roles are derived from. It is stored beside the database, never in it. */
function secretOf(
  options: ServeOptions,
  { machine, environment }: Terminal,
  log: (line: LogLine) => void,
): { readonly secret: string; readonly isNew: boolean } {
  const make = () => hex(machine.secretBytes(32));
  if (options.data !== undefined) {
    const isNew = machine.kept(options.data, SECRET) === null;
    return { secret: machine.keep(options.data, SECRET, make), isNew };
  }
  const given = environment('TIDEMARK_SECRET');
  if (given !== undefined && given !== '') return { secret: given, isNew: false };
  if (options.databaseUrl !== undefined)
    log({
      level: 'warn',
      event: 'no secret',
      remedy: 'set TIDEMARK_SECRET, or passwords of roles change with each start',
    });
  return { secret: make(), isNew: false };
}

function controlTokenOf({ controlToken, data }: ServeOptions, machine: HostMachine): string {
  const make = () => hex(machine.secretBytes(16));
  if (controlToken === undefined)
    return data === undefined ? make() : machine.keep(data, CONTROL_TOKEN, make);
  // Nobody could send another token as a bearer token, and anybody could send an empty one.
  if (!/^[!-~]+$/.test(controlToken))
    throw problem(
      { field: '--control-token' },
      controlToken === '' ? 'it is empty' : 'it has spaces or signs beyond ASCII',
      'name another, or leave out --control-token and TIDEMARK_CONTROL_TOKEN, and one is made',
    );
  return controlToken;
}

function logger(form: ServeOptions['log'], terminal: Terminal): (line: LogLine) => void {
  if (form === 'off') return () => {};
  const { machine } = terminal;
  return ({ level, event, ...rest }) => {
    const at = new Date(machine.wallMs()).toISOString();
    if (form === 'json') {
      terminal.err(`${JSON.stringify({ at, level, event, ...rest })}\n`);
      return;
    }
    const words = Object.entries(rest).map(([name, value]) => `${name}=${oneLine(String(value))}`);
    terminal.err(`${at} ${level.padEnd(5)} ${event} ${words.join(' ')}\n`);
  };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
