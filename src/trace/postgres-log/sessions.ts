import type { TraceEvent } from '../trace-event.ts';
import type { LogEntry } from './log-entry.ts';
import type { StringPool } from './string-pool.ts';

/** Facts about a session, collected from all its log lines. */
export interface Session {
  readonly id: string;
  user: string;
  database: string;
  application: string;
  host: string;
  isOpen: boolean;
  /** A query whose start was logged and whose duration may follow. */
  pendingQuery: MutableEvent | null;
}

/** An event whose fields are still being collected. */
export type MutableEvent = { -readonly [Key in keyof TraceEvent]: TraceEvent[Key] };

/** The sessions of a server, as far as its log tells. */
export class Sessions {
  open = 0;
  readonly #strings: StringPool;
  readonly #all = new Map<string, Session>();

  constructor(strings: StringPool) {
    this.#strings = strings;
  }

  /** The session of an entry, updated with the fields of the entry. */
  of({ session: id, user, database, application, host }: LogEntry): Session {
    let session = this.#all.get(id);
    if (session === undefined) {
      session = this.#add(this.#strings.of(id));
    }
    if (user !== '' && user !== session.user) session.user = this.#strings.of(user);
    if (database !== '' && database !== session.database) session.database = this.#strings.of(database);
    if (application !== '' && application !== session.application)
      session.application = this.#strings.of(application);
    if (host !== '' && host !== session.host) session.host = this.#strings.of(host);
    return session;
  }

  /** The application name of a session. Empty if unknown. */
  applicationOf(id: string): string {
    return this.#all.get(id)?.application ?? '';
  }

  /** Starts a new session, because process ids are reused. */
  begin(entry: LogEntry): Session {
    this.end(entry.session);
    return this.of(entry);
  }

  end(id: string): void {
    if (this.#all.get(id)?.isOpen === true) this.open--;
    this.#all.delete(id);
  }

  /** Call this when the server has restarted. */
  clear(): void {
    this.#all.clear();
    this.open = 0;
  }

  #add(id: string): Session {
    // If disconnections are not logged, the oldest sessions have most likely ended.
    const oldest = this.#all.size >= MOST_SESSIONS ? this.#all.keys().next().value : undefined;
    if (oldest !== undefined) this.end(oldest);
    const session = {
      id,
      user: '',
      database: '',
      application: '',
      host: '',
      isOpen: false,
      pendingQuery: null,
    };
    // Entries without a session id have nothing in common.
    if (id !== '') this.#all.set(id, session);
    return session;
  }
}

const MOST_SESSIONS = 20_000;
