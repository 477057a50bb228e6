import type { Duplex } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { ProblemError } from '../problem/index.ts';
import type { ComputeAccess } from '../service/index.ts';
import type { Backend } from './backend.ts';
import { encryptionBy } from './handshake/encryption.ts';
import { Identities } from './handshake/identity.ts';
import type { Pool } from './pool.ts';
import type { ProxySession } from './proxy-session.ts';
import { type ReceptionHost, receive, type SessionKey } from './reception.ts';
import { errorFieldsOf } from './refused.ts';
import { Reports } from './reports.ts';
import { Upkeep } from './upkeep.ts';
import type { ErrorFields } from './wire/messages.ts';

export interface GatewaySettings {
  readonly access: ComputeAccess;
  readonly backend: Backend;
  /** Returns a key and its certificate as one PEM text. Called when the first client wants TLS. */
  readonly pem: () => string;
  readonly secretBytes: (count: number) => Uint8Array;
  readonly logError: (event: string, details: Readonly<Record<string, unknown>>) => void;
  /** Whether the databases are dropped when the gateway closes, because the service saves nothing either. */
  readonly dropsDatabases: boolean;
  /** How long a client may take for its start-up packet and its password. */
  readonly greetingMs?: number;
  /** How long a client of the pooler waits for a connection. */
  readonly poolWaitMs?: number;
}

const GREETING_MS = 60_000;
const POOL_WAIT_MS = 120_000;

/** Accepts Postgres clients, and connects each to its compute and to the database behind it. */
export class Gateway implements ReceptionHost {
  readonly settings: GatewaySettings;
  readonly reports = new Reports();
  readonly upkeep: Upkeep;
  readonly identities: Identities;
  private readonly sockets = new Set<Duplex>();
  private readonly sessions = new Map<number, { readonly key: number; readonly session: ProxySession }>();
  private readonly pools = new Map<string, Map<string, Pool>>();
  private readonly stopObserving: () => void;
  private lastProcess = 0;
  private context: SecureContext | null = null;

  constructor(settings: GatewaySettings) {
    this.settings = settings;
    const { access, backend, logError } = settings;
    this.identities = new Identities(access);
    const upkeep = new Upkeep(backend, (what, error) =>
      logError('database', { what, error: error instanceof Error ? error.message : '' }),
    );
    this.upkeep = upkeep;
    this.stopObserving = access.observe({
      computeStarted: () => backend.prepare(),
      computeUnavailable: (endpointId) => this.closePools(endpointId),
      branchIdle: (branchId) => upkeep.branchIdle(branchId),
      branchCreated(branchId, parentId) {
        if (parentId !== null) upkeep.copied(branchId, parentId);
        // The same seed gives the same ids, so another run may have left a branch of this id.
        else upkeep.dropped(branchId);
      },
      branchDeleted: (branchId) => upkeep.dropped(branchId),
      databaseRenamed: (branchId, from, to) => upkeep.databaseRenamed(branchId, from, to),
      databaseDeleted: (branchId, name) => upkeep.databaseDropped(branchId, name),
    });
  }

  get greetingMs(): number {
    return this.settings.greetingMs ?? GREETING_MS;
  }

  /** The number of connected sockets, with or without a session. */
  get clients(): number {
    return this.sockets.size;
  }

  /** Takes over the socket of a new client. */
  accept(socket: Duplex): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    // An error ends the socket, and the code that uses it listens for its end.
    socket.on('error', () => socket.destroy());
    void receive(this, socket);
  }

  /** The error message for a client. An error that only the operator of the service can fix goes to the log. */
  errorFieldsFor(error: unknown): ErrorFields {
    const known = errorFieldsOf(error);
    if (known !== null) return known;
    if (error instanceof ProblemError) {
      this.settings.logError('problem of the gateway', { error: error.message });
      return {
        severity: 'FATAL',
        sqlstate: '58000',
        message: 'the gateway has a problem; see its log',
      };
    }
    const { message = String(error), stack = '' } = error instanceof Error ? error : {};
    this.settings.logError('fault of the gateway', { error: message, stack });
    return { severity: 'FATAL', sqlstate: 'XX000', message: 'the gateway has failed; see its log' };
  }

  get tls(): SecureContext {
    this.context ??= encryptionBy(this.settings.pem());
    return this.context;
  }

  /** Returns a process number and a key, with which the client can cancel its query. */
  register(session: ProxySession): SessionKey {
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
    this.stopObserving();
    for (const { session } of this.sessions.values()) session.end(SHUT_DOWN);
    for (const endpointId of [...this.pools.keys()]) this.closePools(endpointId);
    this.reports.end();
    if (this.settings.dropsDatabases)
      for (const branchId of this.settings.access.branchIds()) this.upkeep.dropped(branchId);
    await this.upkeep.end();
    await this.settings.backend.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private closePools(endpointId: string): void {
    for (const pool of this.pools.get(endpointId)?.values() ?? []) pool.close();
    this.pools.delete(endpointId);
  }
}

const SHUT_DOWN = {
  severity: 'FATAL',
  sqlstate: '57P01',
  message: 'terminating connection due to administrator command',
} as const;
