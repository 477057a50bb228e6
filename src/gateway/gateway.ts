import type { Duplex } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { ProblemError } from '../problem/index.ts';
import type { ComputeEvent, LogLine, Service, Step, Visits } from '../service/index.ts';
import type { Backend } from './backend.ts';
import { encryptionBy } from './encryption.ts';
import { Identities } from './identity.ts';
import type { Pool } from './pool.ts';
import { receive } from './reception.ts';
import { complaintOf } from './refused.ts';
import { Reports } from './reports.ts';
import type { Session } from './session.ts';
import { Upkeep } from './upkeep.ts';
import type { Complaint } from './wire/messages.ts';

export interface GatewaySettings {
  readonly service: Service;
  readonly visits: Visits;
  readonly backend: Backend;
  /** A key and its certificate, as one PEM text; asked for when the first client wants TLS. */
  readonly pem: () => string;
  readonly secretBytes: (count: number) => Uint8Array;
  readonly log: (line: LogLine) => void;
  /** Nothing outlives the service: its databases go with it. */
  readonly forgets: boolean;
  /** How long a client may take to say what it wants and who it is. */
  readonly greetingMs?: number;
  /** How long a client of the pooler waits for a connection. */
  readonly poolWaitMs?: number;
}

interface Whereabouts {
  readonly branchId: string;
  readonly projectId: string;
}

const GREETING_MS = 60_000;
const POOL_WAIT_MS = 120_000;

/** The door for clients of Postgres: it brings each to its compute, and to the database behind. */
export class Gateway {
  readonly settings: GatewaySettings;
  readonly reports = new Reports();
  readonly upkeep: Upkeep;
  readonly identities: Identities;
  private readonly sockets = new Set<Duplex>();
  private readonly sessions = new Map<number, { readonly key: number; readonly session: Session }>();
  private readonly pools = new Map<string, Map<string, Pool>>();
  /** Where each compute was when it was last heard of. */
  private readonly branches = new Map<string, Whereabouts>();
  private readonly unlisten: readonly (() => void)[];
  private lastProcess = 0;
  private context: SecureContext | null = null;

  constructor(settings: GatewaySettings) {
    this.settings = settings;
    const { service, visits, backend, log } = settings;
    this.identities = new Identities(visits);
    this.upkeep = new Upkeep(backend, (what, error) =>
      log({ level: 'error', event: 'database', what, error: error instanceof Error ? error.message : '' }),
    );
    this.unlisten = [
      visits.follow((steps) => {
        for (const step of steps) this.follow(step);
      }),
      service.listen(({ event }) => this.hear(event)),
    ];
  }

  get greetingMs(): number {
    return this.settings.greetingMs ?? GREETING_MS;
  }

  /** How many clients are connected, whatever they have come to. */
  get clients(): number {
    return this.sockets.size;
  }

  /** A client has connected. */
  accept(socket: Duplex): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    // Errors of a socket are its end, and that is heard.
    socket.on('error', () => socket.destroy());
    void receive(this, socket);
  }

  /** What a client is told of whatever went wrong. What only who runs the service can mend stands in the log. */
  complaint(error: unknown): Complaint {
    const known = complaintOf(error);
    if (known !== null) return known;
    if (error instanceof ProblemError) {
      this.settings.log({ level: 'error', event: 'problem of the gateway', error: error.message });
      return {
        severity: 'FATAL',
        sqlstate: '58000',
        message: 'the gateway has a problem, which its log tells',
      };
    }
    const { message = String(error), stack = '' } = error instanceof Error ? error : {};
    this.settings.log({ level: 'error', event: 'fault of the gateway', error: message, stack });
    return { severity: 'FATAL', sqlstate: 'XX000', message: 'a fault of the gateway, which its log tells' };
  }

  get tls(): SecureContext {
    this.context ??= encryptionBy(this.settings.pem());
    return this.context;
  }

  /** A number and a key by which a client may ask for its query to be given up. */
  register(session: Session): { readonly process: number; readonly key: number } {
    this.lastProcess = (this.lastProcess % 0x7fff_fffe) + 1;
    const process = this.lastProcess;
    const key = Buffer.from(this.settings.secretBytes(4)).readInt32BE(0);
    this.sessions.set(process, { key, session });
    return { process, key };
  }

  forget(process: number): void {
    this.sessions.delete(process);
  }

  async cancel(process: number, key: number): Promise<void> {
    const known = this.sessions.get(process);
    if (known?.key === key) await known.session.cancel();
  }

  /** The pool of a compute for one role and one database. */
  pool(endpointId: string, name: string, make: (waitMs: number) => Pool): Pool {
    const ofCompute = this.pools.get(endpointId) ?? new Map<string, Pool>();
    this.pools.set(endpointId, ofCompute);
    const pool = ofCompute.get(name) ?? make(this.settings.poolWaitMs ?? POOL_WAIT_MS);
    ofCompute.set(name, pool);
    return pool;
  }

  async close(): Promise<void> {
    for (const stop of this.unlisten) stop();
    for (const { session } of this.sessions.values()) session.end(SHUT_DOWN);
    for (const endpointId of [...this.pools.keys()]) this.closePools(endpointId);
    this.reports.end();
    if (this.settings.forgets)
      for (const { id } of this.settings.service.world.tables.branches.all()) this.upkeep.dropped(id);
    await this.upkeep.end();
    await this.settings.backend.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private hear(event: ComputeEvent): void {
    if (event.kind === 'started') this.settings.backend.prepare();
    if (event.kind !== 'state') return;
    const { computeId, state, pending } = event;
    if (state !== 'active' || pending !== null) this.closePools(computeId);
    // Whoever tells of it is in the middle of a step.
    queueMicrotask(() => this.settle(computeId));
  }

  /** The branch that a compute has left, by its sleep, its end or for another branch, may rest. */
  private settle(computeId: string): void {
    const { world } = this.settings.service;
    const endpoint = world.tables.endpoints.get(computeId);
    const left = this.branches.get(computeId) ?? endpoint;
    if (endpoint === undefined) this.branches.delete(computeId);
    else this.branches.set(computeId, { branchId: endpoint.branchId, projectId: endpoint.projectId });
    if (left === undefined) return;
    const sleeps = endpoint !== undefined && world.compute(computeId).stateName === 'idle';
    if (sleeps || endpoint?.branchId !== left.branchId) this.rest(left);
  }

  /** A branch none of whose computes runs gives back what its data hold of the machine. */
  private rest({ branchId, projectId }: Whereabouts): void {
    const { world } = this.settings.service;
    if (world.tables.branches.get(branchId) === undefined) return;
    const runs = world.tables.endpoints
      .of(projectId)
      .some((other) => other.branchId === branchId && world.compute(other.id).stateName !== 'idle');
    if (!runs) this.upkeep.rested(branchId);
  }

  private closePools(endpointId: string): void {
    for (const pool of this.pools.get(endpointId)?.values() ?? []) pool.close();
    this.pools.delete(endpointId);
  }

  private follow({ table, before, after }: Step): void {
    const { upkeep } = this;
    if (table === 'branches') {
      if (after === null) upkeep.dropped(before?.id ?? '');
      else if (before === null && after.parentId !== null) upkeep.copied(after.id, after.parentId);
      // The same seed gives the same names: what another run has left under this one is not the new branch's.
      else if (before === null) upkeep.dropped(after.id);
    }
    if (table === 'databases' && before !== null) {
      if (after === null) upkeep.databaseDropped(before.branchId, before.name);
      else if (after.name !== before.name) upkeep.databaseRenamed(before.branchId, before.name, after.name);
    }
  }
}

const SHUT_DOWN = {
  severity: 'FATAL',
  sqlstate: '57P01',
  message: 'terminating connection due to administrator command',
} as const;
