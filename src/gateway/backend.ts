/** Where the databases of branches are kept, and what opens sessions of Postgres on them. */
export interface Backend {
  /** What it is and where, for people. */
  readonly description: string;
  /** PostgreSQL's, as the first part of `server_version` tells it. */
  readonly majorVersion: number;
  /** Clients are likely to come: what the very first of them would wait for begins now. */
  prepare(): void;
  /** Opens a session. Whatever its branch, its database or its roles still lack is made first. */
  open(wish: SessionWish): Promise<BackendLink>;
  /** A compute of the branch begins to start: whatever takes time begins now. */
  warm(place: DatabasePlace): void;
  /** No compute of the branch runs any more, and no link is open: what it holds of the machine is given back. */
  rest(branchId: string): Promise<void>;
  /** A branch is made from another: it has what that one has at this instant. */
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

export interface SessionWish {
  readonly place: DatabasePlace;
  readonly role: string;
  /** All roles of the branch, so that one can grant to another. */
  readonly roles: readonly string[];
  /** What the client asked for at its start, such as application_name or client_encoding; no user and no database. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Settings of its compute, which those of the client override. */
  readonly settings: ReadonlyMap<string, string>;
  /** It is a session of a read replica. */
  readonly readOnly: boolean;
  /** The `max_connections` of its compute. */
  readonly maxConnections: number;
  /** The local disk that its queries may fill. */
  readonly temporaryBytes: number;
}

/** A session of Postgres past its start: bytes of the protocol in both directions, cut anywhere. */
export interface BackendLink {
  /** What Postgres told of itself at the start: server_version, TimeZone and their like. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Who hears it from now on. Before, and while it is paused, it keeps what comes. */
  listen(ears: LinkEars): void;
  /** Whether it takes more at once; if not, `drained` is called when it does. */
  send(bytes: Uint8Array): boolean;
  pause(): void;
  resume(): void;
  /** Asks to give up the query that is under way; settled when that can hit no later one. */
  cancel(): Promise<void>;
  /** That of a cancel which is still on its way, and would hit whatever comes next. */
  readonly cancelling: Promise<void> | null;
  /** Ends the session; `closed` is not called for it. */
  close(): void;
}

export interface LinkEars {
  data(bytes: Uint8Array): void;
  drained(): void;
  /** The session has ended without being asked to. */
  closed(why: Error | null): void;
}

/** The database cannot be had: what the client is told, in the fields of an error of Postgres. */
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
