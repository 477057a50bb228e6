import { constant, type LifeSettings } from '../../src/compute/index.ts';
import { type FactSetName, factSet, type PlanName } from '../../src/facts/index.ts';
import { InjectedFaults } from '../../src/service/api/injected-faults.ts';
import type { RateLimit } from '../../src/service/api/rate-limit.ts';
import type { Hosts } from '../../src/service/api/route.ts';
import { serviceApp } from '../../src/service/app.ts';
import { bootstrap, isNew } from '../../src/service/bootstrap.ts';
import type { ClockMode } from '../../src/service/clock.ts';
import type { OwnNames } from '../../src/service/own-names.ts';
import { type LogLine, Service } from '../../src/service/service.ts';
import { memoryStore } from '../../src/service/store/open-store.ts';
import type { Store } from '../../src/service/store/store.ts';
import { type Assumptions, DEFAULT_ASSUMPTIONS } from '../../src/simulator/index.ts';
import { randomStream } from '../../src/workload/index.ts';
import { checkAnswer } from './contract/check-answer.ts';

export const CONTROL_TOKEN = 'control-token-of-tests';

const START_MS = 300;

/** A start takes 300 ms, a suspend 200 ms, a change of settings 100 ms, and looks are not needed. */
export const PLAIN_LIFE = {
  ...DEFAULT_ASSUMPTIONS.life,
  startTime: constant(START_MS),
  suspendTime: constant(200),
  applyTime: constant(100),
};

export const START = Date.UTC(2026, 2, 2, 9);
/** A compute that is created now is awake from START on, as one of a simulation is when its run begins. */
export const CREATED = START - START_MS;

interface HarnessOptions {
  readonly facts?: FactSetName;
  readonly plan?: PlanName;
  readonly seed?: number;
  readonly store?: Store;
  readonly rateLimit?: RateLimit | null;
  readonly clock?: ClockMode | null;
  readonly life?: Partial<LifeSettings>;
  readonly assumptions?: Partial<Assumptions>;
  readonly remote?: boolean;
  readonly names?: OwnNames;
  readonly controlToken?: string;
  readonly gateway?: Hosts['gateway'];
  /** The source of its secrets. */
  readonly draw?: () => number;
  /** The wall clock at the start. */
  readonly wallMs?: number;
}

export interface Answer {
  readonly status: number;
  // A test knows what it asked for; the contract has checked the form.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
  readonly headers: Headers;
}

/** A service without a socket, whose every answer is held to the public description. */
export class Harness {
  readonly service: Service;
  readonly logs: readonly LogLine[];
  /** The first personal key, where the service was new. */
  key: string;
  /** The clock on the wall, which stands unless a test moves it. */
  readonly wall: { nowMs: number };
  private readonly app: ReturnType<typeof serviceApp>;
  private requests = 0;
  private readonly options: HarnessOptions;

  private constructor(
    service: Service,
    app: ReturnType<typeof serviceApp>,
    key: string,
    wall: { nowMs: number },
    logs: readonly LogLine[],
    options: HarnessOptions,
  ) {
    this.options = options;
    this.service = service;
    this.app = app;
    this.key = key;
    this.wall = wall;
    this.logs = logs;
  }

  static async start(options: HarnessOptions = {}): Promise<Harness> {
    const wall = { nowMs: options.wallMs ?? START };
    const logs: LogLine[] = [];
    const draw = options.draw ?? randomStream(options.seed ?? 1, 'secrets of tests');
    const service = await Service.open(
      {
        facts: factSet(options.facts ?? 'spec'),
        plan: options.plan ?? 'scale',
        seed: options.seed ?? 1,
        assumptions: {
          ...DEFAULT_ASSUMPTIONS,
          ...options.assumptions,
          life: { ...PLAIN_LIFE, ...options.life },
        },
        secretBytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(draw() * 256)),
        secret: 'secret of tests',
      },
      options.store ?? memoryStore(),
      {
        wallMs: () => wall.nowMs,
        wakeAfter: () => {},
        sleep: () => Promise.resolve(),
        log: (line) => logs.push(line),
        storeFailed: () => {},
      },
      { mode: options.clock === undefined ? { kind: 'stopped' } : options.clock },
    );
    const faults = new InjectedFaults();
    const hosts = { suffix: 'localhost', gateway: options.gateway ?? null };
    const app = serviceApp(service, {
      hosts,
      version: 'test',
      faults,
      rateLimit: options.rateLimit ?? null,
      control: { token: options.controlToken ?? CONTROL_TOKEN, remote: options.remote ?? false },
      names: options.names ?? { known: [], withoutDot: false },
      pages: new Map(),
    });
    const key = isNew(service) ? bootstrap(service).secret : '';
    return new Harness(service, app, key, wall, logs, { ...options, draw });
  }

  /** Another process takes up what this one left in its store. The clock on the wall is the same. */
  async reopened(store: Store, clock: ClockMode | null = null): Promise<Harness> {
    const next = await Harness.start({ ...this.options, store, clock, wallMs: this.wall.nowMs });
    next.key = this.key;
    next.requests = this.requests;
    return next;
  }

  get now(): number {
    return this.service.world.nowMs;
  }

  /** A call of the API, by default with the first key. */
  async call(method: string, path: string, body?: unknown, key: string | null = this.key): Promise<Answer> {
    const answer = await this.raw(method, `/api/v2${path}`, {
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
    });
    checkAnswer(method, path, answer.status, answer.body);
    return answer;
  }

  /** A call that must succeed. */
  async ok(
    method: string,
    path: string,
    body?: unknown,
    key: string | null = this.key,
  ): Promise<Answer['body']> {
    const answer = await this.call(method, path, body, key);
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** A call of the control API. */
  async controlCall(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.raw(method, `/_tidemark${path}`, {
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${CONTROL_TOKEN}`, 'content-type': 'application/json' },
    });
  }

  /** A call of the control API that must succeed. */
  async control(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    const answer = await this.controlCall(method, path, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async raw(method: string, path: string, init: RequestInit = {}, from = '127.0.0.1'): Promise<Answer> {
    const origin = { from, requestId: `request-${++this.requests}` };
    const response = await this.app.request(path, { method, ...init }, origin);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
      headers: response.headers,
    };
  }

  /** As a socket would hand it in. */
  async fetch(
    request: Request,
    origin: { readonly from: string; readonly requestId: string },
  ): Promise<Response> {
    return this.app.fetch(request, origin);
  }

  pass(ms: number): void {
    this.service.advance(ms);
  }

  /** A project of the first user, with its computes up. */
  async project(wish: Record<string, unknown> = {}, key = this.key): Promise<Answer['body']> {
    const made = await this.ok('POST', '/projects', { project: wish }, key);
    this.pass(1000);
    return made;
  }

  /** A user with a personal key. */
  async user(name: string): Promise<Person> {
    const email = `${name.toLowerCase()}@example.com`;
    const { user } = await this.control('POST', '/users', { name, email });
    const made = await this.control('POST', `/users/${user.id}/keys`, { key_name: `key of ${name}` });
    return { id: user.id, key: made.key, keyId: made.id };
  }

  async organization(admin: Person, members: readonly Person[] = [], plan?: PlanName): Promise<string> {
    const wish = { name: 'Org', admin_user_id: admin.id, ...(plan === undefined ? {} : { plan }) };
    const { organization } = await this.control('POST', '/organizations', wish);
    for (const { id } of members)
      await this.control('POST', `/organizations/${organization.id}/members`, { user_id: id });
    return organization.id;
  }
}

export interface Person {
  readonly id: string;
  readonly key: string;
  readonly keyId: number;
}
