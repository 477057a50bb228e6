/** The fields of a log entry that readers use. An unknown field is empty. */
export interface LogEntry {
  readonly atMs: number;
  /** The id of the session, or else the process id. */
  readonly session: string;
  readonly user: string;
  readonly database: string;
  readonly application: string;
  readonly host: string;
  /** The command tag of the process: `SELECT`, `PARSE`, `idle`. */
  readonly tag: string;
  readonly message: string;
}

/** Receives entries in the order of the log. */
export interface EntryHandler {
  take(entry: LogEntry, line: () => number): void;
}
