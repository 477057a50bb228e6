/** Stores the databases of branches, and opens Postgres sessions on them. */
export interface Backend {
  /** The kind and the place of the backend, for the start-up line. */
  readonly description: string;
  /** The major version of PostgreSQL, the first part of `server_version`. */
  readonly majorVersion: number;
  /** Called when clients are likely to come. Begins work for which the very first client would wait. */
  prepare(): void;
  /** Opens a session. Creates its branch, its database and its roles first if they do not exist yet. */
  open(request: SessionRequest): Promise<BackendLink>;
  /** Called when a compute of the branch begins to start. Begins to open the database, because that takes time. */
  warm(place: DatabasePlace): void;
  /** Called when no compute of the branch runs and no link is open. Frees memory and connections of the branch. */
  releaseBranch(branchId: string): Promise<void>;
  /** Makes a branch as a copy of another one, as it is at this time. */
  copyBranch(branchId: string, parentId: string): Promise<void>;
  dropBranch(branchId: string): Promise<void>;
  renameDatabase(branchId: string, from: string, to: string): Promise<void>;
  dropDatabase(branchId: string, name: string): Promise<void>;
  close(): Promise<void>;
}

/** A database of a branch. */
export interface DatabasePlace {
  readonly branchId: string;
  readonly database: string;
  /** The role that owns the database. */
  readonly owner: string;
}

export interface SessionRequest {
  readonly place: DatabasePlace;
  readonly role: string;
  /** All roles of the branch, so that one can grant to another. */
  readonly roles: readonly string[];
  /** Start-up parameters of the client, such as application_name or client_encoding, without user and database. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Settings of the compute. The client's settings override them. */
  readonly settings: ReadonlyMap<string, string>;
  /** Whether the compute is a read replica. */
  readonly readOnly: boolean;
  /** The `max_connections` of the compute. */
  readonly maxConnections: number;
  /** The temporary disk that its queries may fill. */
  readonly temporaryBytes: number;
}

/** A Postgres session after start-up: bytes of the protocol in both directions, in chunks of any size. */
export interface BackendLink {
  /** The parameters that Postgres reported at the start: server_version, TimeZone and others. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Sets the receiver of bytes. Until then, and while it is paused, the link buffers them. */
  listen(listener: LinkListener): void;
  /** Sends bytes. Returns false if the caller should wait for `drained` before it sends more. */
  send(bytes: Uint8Array): boolean;
  pause(): void;
  resume(): void;
  /** Cancels the running query. Settles when the cancel request can no longer hit a later query. */
  cancel(): Promise<void>;
  /** The promise of a cancel request that is still under way, and could hit the next query; null if there is none. */
  readonly cancelling: Promise<void> | null;
  /** Ends the session; `closed` is not called for it. */
  close(): void;
}

export interface LinkListener {
  data(bytes: Uint8Array): void;
  drained(): void;
  /** The session has ended, and not by `close`. */
  closed(why: Error | null): void;
}

/** Thrown if a database cannot be opened, with the fields of the Postgres error that the client gets. */
export class Unavailable extends Error {
  readonly sqlstate: string;
  readonly hint: string | null;

  constructor(sqlstate: string, message: string, hint: string | null = null) {
    super(message);
    this.name = 'Unavailable';
    this.sqlstate = sqlstate;
    this.hint = hint;
  }
}
