import type { Limits, Refusal } from '../../compute/index.ts';
import type { ClockMode } from '../clock.ts';
import type { SessionActivity } from '../computes/client-session.ts';

export type { SessionActivity };

/** All that a gateway asks of the service. An observer must not call these methods while it handles a change. */
export interface ComputeAccess {
  /** How the service's clock runs at present. */
  readonly clock: ClockMode;
  /** The ids of all branches. */
  branchIds(): readonly string[];
  /** A compute and its databases as they are at present; undefined if the compute does not exist. */
  find(endpointId: string): ConnectionTarget | undefined;
  /**
   * Connects a client to a compute and wakes it if it sleeps; undefined if the compute does not exist. The client gets
   * one outcome, and a second one if it is dropped later. It gets none after it has left. A compute can move to another
   * branch while a client waits.
   */
  connect(
    request: ConnectionRequest,
    onOutcome: (outcome: ConnectionOutcome) => void,
  ): ClientConnection | undefined;
  /** Reports changes to the observer until the returned function is called. */
  observe(observer: ComputeObserver): () => void;
}

export interface ConnectionRequest {
  readonly endpointId: string;
  readonly pooled: boolean;
  /** How long the client waits for a compute that starts, by the service's clock. */
  readonly waitMs: number;
}

/** The connection is over after every outcome except `connected`. */
export type ConnectionOutcome =
  | { readonly kind: 'connected' }
  | { readonly kind: 'refused' | 'timeout' | 'dropped'; readonly why: Refusal };

/** A client of a compute, from its request until it leaves. */
export interface ClientConnection {
  /** The id of its session at the control API. */
  readonly id: string;
  readonly isOver: boolean;
  /** The limits of its compute. */
  readonly limits: ConnectionLimits;
  /** Whether the fault of a full temporary disk has been injected into the compute. */
  readonly diskIsFull: boolean;
  /** Notes what the client does from now on; false if it is not connected. */
  report(activity: SessionActivity): boolean;
  leave(): void;
}

export type ConnectionLimits = Pick<Limits, 'maxConnections' | 'poolSize' | 'diskBytes'>;

/** A compute, and the roles and databases of its branch. */
export interface ConnectionTarget {
  readonly branchId: string;
  /** Whether the compute is a read replica. */
  readonly readOnly: boolean;
  /** Whether all clients of the compute go through the pooler. */
  readonly poolerEnabled: boolean;
  /** Settings of PostgreSQL that each session begins with. */
  readonly sessionSettings: ReadonlyMap<string, string>;
  readonly roles: readonly TargetRole[];
  readonly databases: readonly TargetDatabase[];
  role(name: string): TargetRole | undefined;
  database(name: string): TargetDatabase | undefined;
}

export interface TargetRole {
  readonly name: string;
  readonly canLogIn: boolean;
  /** Changes with the password. */
  readonly passwordKey: string;
  password(): string;
}

export interface TargetDatabase {
  readonly name: string;
  /** The name of the role that owns it. */
  readonly owner: string;
}

/**
 * Gets changes of computes as they happen, and changes of branches and databases before the caller who made them is
 * answered. Its methods must not throw.
 */
export interface ComputeObserver {
  /** A compute has started, so clients are likely to come. */
  computeStarted(): void;
  /** A compute accepts no clients, or is about to stop or restart. */
  computeUnavailable(endpointId: string): void;
  /** No compute of the branch runs any more. */
  branchIdle(branchId: string): void;
  /** A branch without a parent begins empty. */
  branchCreated(branchId: string, parentId: string | null): void;
  branchDeleted(branchId: string): void;
  databaseRenamed(branchId: string, from: string, to: string): void;
  databaseDeleted(branchId: string, name: string): void;
}
