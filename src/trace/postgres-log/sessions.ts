import type { TraceEvent } from '../trace-event.ts';
import type { LogEntry } from './log-entry.ts';
import type { Words } from './words.ts';

/** What is known of a session. Lines of a log may lack what another line of the same session has. */
export interface Session {
  readonly id: string;
  user: string;
  database: string;
  application: string;
  host: string;
  isOpen: boolean;
  /** A query that has been logged when it began, and whose duration may follow. */
  begun: GrowingEvent | null;
}

/** An event that is being put together. */
export type GrowingEvent = { -readonly [Key in keyof TraceEvent]: TraceEvent[Key] };

/** The sessions that there are, as far as the log tells of them. */
export class Sessions {
  open = 0;
  readonly #words: Words;
  readonly #all = new Map<string, Session>();

  constructor(words: Words) {
    this.#words = words;
  }

  /** The session of an entry, with what the entry knows of it. */
  of({ session: id, user, database, application, host }: LogEntry): Session {
    let session = this.#all.get(id);
    if (session === undefined) {
      session = this.#add(this.#words.of(id));
    }
    if (user !== '' && user !== session.user) session.user = this.#words.of(user);
    if (database !== '' && database !== session.database) session.database = this.#words.of(database);
    if (application !== '' && application !== session.application)
      session.application = this.#words.of(application);
    if (host !== '' && host !== session.host) session.host = this.#words.of(host);
    return session;
  }

  /** Empty: nobody knows it yet. */
  applicationOf(id: string): string {
    return this.#all.get(id)?.application ?? '';
  }

  /** A process that gets a number for the second time is another session. */
  begin(entry: LogEntry): Session {
    this.end(entry.session);
    return this.of(entry);
  }

  end(id: string): void {
    if (this.#all.get(id)?.isOpen === true) this.open--;
    this.#all.delete(id);
  }

  /** The server has begun anew. */
  clear(): void {
    this.#all.clear();
    this.open = 0;
  }

  #add(id: string): Session {
    // Where ends are not logged, those that have been seen first are most likely over.
    const oldest = this.#all.size >= MOST_SESSIONS ? this.#all.keys().next().value : undefined;
    if (oldest !== undefined) this.end(oldest);
    const session = { id, user: '', database: '', application: '', host: '', isOpen: false, begun: null };
    // Entries of no session share what is no session: nothing is known of the next by the one before.
    if (id !== '') this.#all.set(id, session);
    return session;
  }
}

const MOST_SESSIONS = 20_000;
