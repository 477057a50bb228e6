import type { Activity } from '../activity/activity.ts';
import type { TraceEventKind } from '../trace-event.ts';
import type { EntryHandler, LogEntry } from './log-entry.ts';
import { queryShape } from './query-shape.ts';
import { RECORDER_APPLICATION } from './recorder.ts';
import { type MutableEvent, type Session, Sessions } from './sessions.ts';
import { StringPool } from './string-pool.ts';

/** Turns log entries into activity of clients: connections, queries and temporary files. */
export class LogActivity implements EntryHandler {
  /** How many entries of any kind there were, and how many clients were refused for lack of connections. */
  entries = 0;
  refused = 0;
  /** The shortest duration, the number of durations, and the number of plans from auto_explain. */
  fastestMs = Number.POSITIVE_INFINITY;
  durations = 0;
  plans = 0;
  /** Entries of sessions of `trace record`, which are no demand. */
  recorderEntries = 0;
  readonly #activity: Activity;
  readonly #strings = new StringPool();
  readonly #sessions = new Sessions(this.#strings);

  constructor(activity: Activity) {
    this.#activity = activity;
  }

  take(entry: LogEntry, line: () => number): void {
    if (!this.#activity.accepts(entry.atMs, line)) return;
    this.entries++;
    const { message } = entry;
    if (this.#isFromRecorder(entry)) {
      this.recorderEntries++;
      if (message.startsWith('disconnection: ')) this.#sessions.end(entry.session);
      return;
    }
    if (message.startsWith('duration: ')) this.#duration(entry);
    else if (message.startsWith('statement: ')) this.#statement(entry, message.slice('statement: '.length));
    else if (message.startsWith('execute ')) this.#statement(entry, afterName(message));
    else if (message.startsWith('connection received: ')) this.#received(entry);
    else if (message.startsWith('connection authorized: ') || message.startsWith('replication connection '))
      this.#authorized(entry);
    else if (message.startsWith('disconnection: ')) this.#disconnection(entry);
    else if (message.startsWith('temporary file: ')) this.#temporaryFile(entry);
    else if (message.startsWith('database system is ready')) this.#started(entry);
    else if (REFUSAL.test(message)) this.refused++;
  }

  /**
   * Recognises the recorder by its application name, which may be in each line or only at connect, or by a comment in
   * its queries.
   */
  #isFromRecorder(entry: LogEntry): boolean {
    const { session, message } = entry;
    const application = entry.application || this.#sessions.applicationOf(session);
    if (application === RECORDER_APPLICATION) return true;
    if (application !== '' && application !== UNKNOWN) return false;
    if (!message.includes(RECORDER_APPLICATION)) return false;
    if (!message.startsWith('connection authorized: '))
      return message.includes(`/* ${RECORDER_APPLICATION} */`);
    const isOwn = AUTHORIZED.exec(message)?.[3] === RECORDER_APPLICATION;
    if (isOwn) this.#sessions.of({ ...entry, application: RECORDER_APPLICATION });
    return isOwn;
  }

  /**
   * Reads `duration: 12.345 ms  statement: select 1`, or a step of the extended protocol. The statement may be in an
   * earlier entry.
   */
  #duration(entry: LogEntry): void {
    const { message, atMs } = entry;
    const end = message.indexOf(' ms', 10);
    const durationMs = Number(message.slice(10, end));
    if (end === -1 || !(durationMs >= 0)) return;
    const rest = end + 5;
    const isWhole = message.length <= rest;
    // With the extended protocol, parse and bind are logged as separate steps before the execution.
    if (isWhole ? STEPS.has(entry.tag) : STEP.test(message.slice(rest, rest + 6))) return;
    if (message.startsWith('plan:', rest)) {
      this.#plan(entry, durationMs);
      return;
    }
    this.durations++;
    if (durationMs < this.fastestMs) this.fastestMs = durationMs;
    const session = this.#session(entry);
    const { pendingQuery } = session;
    session.pendingQuery = null;
    if (isWhole && pendingQuery !== null) {
      pendingQuery.durationMs = durationMs;
      this.#activity.ran(atMs, durationMs);
      return;
    }
    const text = isWhole ? '' : textOf(message, rest);
    this.#query(session, atMs, durationMs, text);
  }

  /** Plans count only if the log has no durations, because queries would otherwise count twice. */
  #plan(entry: LogEntry, durationMs: number): void {
    this.plans++;
    if (this.durations > 0) return;
    const text = /Query Text: ([^\n]*)/.exec(entry.message)?.[1] ?? '';
    this.#query(this.#session(entry), entry.atMs, durationMs, text);
  }

  #query(session: Session, atMs: number, durationMs: number, text: string): void {
    const event = this.#event('query', session, Math.floor(atMs - durationMs));
    event.durationMs = durationMs;
    this.#describe(event, text);
    this.#activity.query(event, atMs, durationMs);
  }

  /** The start of a query. Its duration may follow in a later entry. */
  #statement(entry: LogEntry, text: string): void {
    const session = this.#session(entry);
    const event = this.#event('query', session, entry.atMs);
    this.#describe(event, text);
    session.pendingQuery = event;
    this.#activity.query(event, entry.atMs, null);
  }

  #received(entry: LogEntry): void {
    const host = /host=(\S+)/.exec(entry.message)?.[1] ?? '';
    this.#sessions.begin({ ...entry, host });
  }

  #authorized(entry: LogEntry): void {
    const { message, atMs } = entry;
    const [, user = '', database = '', application = ''] = AUTHORIZED.exec(message) ?? [];
    const session = this.#session({
      ...entry,
      user: entry.user || user,
      database: entry.database || database,
      application: entry.application || application,
    });
    const { seconds } = this.#activity;
    seconds.logged.connects = true;
    seconds.at(atMs).newConnections++;
    this.#activity.add(this.#event('connect', session, atMs));
  }

  #disconnection(entry: LogEntry): void {
    const { message, atMs } = entry;
    const [, time = '', user = '', database = '', host = ''] = DISCONNECTION.exec(message) ?? [];
    const session = this.#session({
      ...entry,
      user: entry.user || user,
      database: entry.database || database,
      host: entry.host || host,
    });
    const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
    const durationMs = Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000);
    this.#activity.add({ ...this.#event('disconnect', session, atMs), durationMs });
    const before = this.#sessions.open;
    this.#sessions.end(entry.session);
    this.#activity.seconds.logged.disconnects ||= entry.session !== '';
    this.#activity.seconds.setOpen(atMs, before, this.#sessions.open);
  }

  #temporaryFile({ message, atMs }: LogEntry): void {
    const { seconds } = this.#activity;
    seconds.logged.temporary = true;
    seconds.at(atMs).temporaryBytes += Number(/ size (\d+)/.exec(message)?.[1] ?? 0);
  }

  #started({ atMs }: LogEntry): void {
    const before = this.#sessions.open;
    this.#sessions.clear();
    this.#activity.seconds.setOpen(atMs, before, 0);
  }

  /** The session of an entry that proves the session to be open. */
  #session(entry: LogEntry): Session {
    const session = this.#sessions.of(entry);
    if (!session.isOpen && session.id !== '') {
      session.isOpen = true;
      this.#sessions.open++;
      this.#activity.seconds.setOpen(entry.atMs, this.#sessions.open - 1, this.#sessions.open);
    }
    return session;
  }

  #event(kind: TraceEventKind, session: Session, atMs: number): MutableEvent {
    const { id, user, database, application, host } = session;
    const event: MutableEvent = { atMs, kind };
    if (id !== '') event.session = id;
    if (user !== '') event.user = user;
    if (database !== '') event.database = database;
    if (application !== '') event.application = application;
    if (host !== '') event.host = host;
    return event;
  }

  #describe(event: MutableEvent, text: string): void {
    const shape = queryShape(text);
    if (shape !== '') event.query = this.#strings.of(shape);
  }
}

const REFUSAL = /^(?:sorry, too many clients|remaining connection slots|too many connections for )/;
/** Postgres logs this text before the client has sent its application name. */
const UNKNOWN = '[unknown]';
const STEP = /^(?:parse|bind) /;
const STEPS: ReadonlySet<string> = new Set(['PARSE', 'BIND']);
const AUTHORIZED =
  /user=(.*?)(?: database=(.*?))?(?: application_name=(.*?))?(?: (?:SSL enabled|GSS|identity=).*)?$/;
const DISCONNECTION = /session time: ([\d:.]+) user=(.*?) database=(.*?) host=(\S*)/;

/** The text after the colon of `statement: ...`, `execute s1: ...` or `fastpath function call: ...`. */
function textOf(message: string, from: number): string {
  const colon = message.indexOf(': ', from);
  return colon === -1 ? '' : message.slice(colon + 2);
}

/** The query of `execute <unnamed>: select 1`. */
function afterName(message: string): string {
  return textOf(message, 0);
}
