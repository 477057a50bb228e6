/** An entry of a server's log, as far as anything here asks for it. What is not known is empty. */
export interface LogEntry {
  readonly atMs: number;
  /** What tells sessions apart: the session's id, or else the process. */
  readonly session: string;
  readonly user: string;
  readonly database: string;
  readonly application: string;
  readonly host: string;
  /** What the process was at: `SELECT`, `PARSE`, `idle`. */
  readonly tag: string;
  readonly message: string;
}

/** What becomes of entries, in the order of the log. */
export interface EntryTaker {
  take(entry: LogEntry, line: () => number): void;
}
