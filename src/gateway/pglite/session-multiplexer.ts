import { type SessionRequest, Unavailable } from '../backend.ts';
import type { Instance } from './instance.ts';
import { BUSY, type MultiplexerPort, PgliteSession } from './pglite-session.ts';
import { queryMessage, rowsOf, ServerError, SYNC } from './server-messages.ts';
import {
  ASK_PARAMETERS,
  ASK_SETTINGS,
  firstSettings,
  identifier,
  literal,
  SUPERUSER,
  settingStatements,
  settingsOf,
} from './session-settings.ts';
import { StatementNames } from './statement-names.ts';
import { TurnQueue } from './turn-queue.ts';
import type { ComputeParameters } from './worker-messages.ts';

/**
 * Runs all sessions of one PGlite, which has only one session of its own.
 *
 * A session has the turn from its first message until Postgres is idle again, outside of a transaction. When the turn
 * goes to another session, settings and roles are saved and restored. Prepared statements have separate names.
 *
 * Other things are shared, unlike on a server: temporary tables, LISTEN, advisory locks, statements of SQL's PREPARE.
 * Settings of an application (`app.user`) last only until another session has the turn. DISCARD ALL and DEALLOCATE ALL
 * drop the statements of all sessions. A session that names the superuser in SET SESSION AUTHORIZATION becomes it until
 * another session has the turn: roles separate honest clients, and do not stop others.
 */
export class SessionMultiplexer implements MultiplexerPort {
  readonly turns: TurnQueue;
  readonly names = new StatementNames();
  private readonly sessions = new Set<PgliteSession>();
  private readonly knownRoles = new Set<string>();
  /** The session whose settings are in place. */
  private settingsOwner: PgliteSession | undefined;
  private holder: PgliteSession | undefined;

  constructor(
    private readonly instance: Instance,
    limitMs: number,
  ) {
    this.turns = new TurnQueue(limitMs);
    instance.listen({
      took: (bytes) => this.holder?.took(bytes),
      data: (bytes) => this.holder?.data(bytes),
      processed: () => this.holder?.processed(),
      died: (why) => this.end(why),
    });
  }

  get dead(): boolean {
    return this.instance.dead;
  }

  /** Opens a session with the requested role and settings. */
  openSession(request: SessionRequest): Promise<PgliteSession> {
    const first = firstSettings(request);
    return this.withTurn(async () => {
      const session = new PgliteSession(this, request, first);
      try {
        await this.ensureRoles([...request.roles, request.role]);
        await this.switchTo(session);
        const rows = await this.runOwn(ASK_PARAMETERS);
        session.parameters = new Map(rows.map(([name, value]) => [name ?? '', value ?? '']));
      } catch (error) {
        this.settingsOwner = undefined;
        throw unavailable(error as Error);
      }
      this.sessions.add(session);
      return session;
    });
  }

  /** Makes a role the owner of the database. */
  setOwner(database: string, owner: string): Promise<void> {
    return this.withTurn(async () => {
      try {
        await this.ensureRoles([owner]);
        await this.runOwn(`ALTER DATABASE ${identifier(database)} OWNER TO ${identifier(owner)}`);
      } catch (error) {
        throw unavailable(error as Error);
      }
    });
  }

  /** Does something while no session has the turn, and no transaction is open. */
  async withTurn<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.takeTurn();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits for the turn. Resolves with a function that gives it back. */
  takeTurn(): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (this.dead) {
        reject(databaseClosed(new Error('the compute has been stopped')));
        return;
      }
      const taker = {
        turnBegins: () => resolve(() => this.turns.leave(taker)),
        refused: () => reject(new Unavailable(BUSY.sqlstate, BUSY.message, BUSY.hint)),
        died: (why: Error) => reject(databaseClosed(why)),
      };
      this.turns.request(taker);
    });
  }

  /** Writes all commits to the files of the folder. The caller has to have the turn. */
  async checkpoint(): Promise<void> {
    await this.becomeSuperuser();
    await this.runOwn('CHECKPOINT');
  }

  /** Whether new messages of the session wait until Postgres is idle, for other sessions or for its own settings. */
  mustPause(session: PgliteSession): boolean {
    return this.turns.contended || this.settingsOwner !== session;
  }

  /** Replaces the settings of the last session by those of this one, which has to have the turn. */
  async switchTo(session: PgliteSession): Promise<void> {
    this.holder = session;
    if (this.settingsOwner === session) return;
    await this.saveSettings();
    this.instance.become(session.compute);
    await this.runOwn(settingStatements(session.role, session.settings));
    if (session.unnamed !== undefined) await this.instance.runOwn(Buffer.concat([session.unnamed, SYNC]));
    this.settingsOwner = session;
  }

  /** Cleans up after a session that ends. The session has to have the turn. */
  async cleanUp(session: PgliteSession): Promise<void> {
    this.sessions.delete(session);
    if (this.settingsOwner === session) this.settingsOwner = undefined;
    if (this.dead) return;
    await this.runOwn('ROLLBACK');
    const closings = this.names.closeAll(session.names);
    if (this.sessions.size === 0) {
      await this.runOwn(SUPERUSER);
      await this.runOwn('DISCARD ALL');
    } else if (closings.length > 0) {
      await this.instance.runOwn(Buffer.concat([closings, SYNC]));
    }
  }

  /** Notes that the session has run DISCARD ALL, after which its first role and settings have to be restored. */
  discarded(session: PgliteSession): void {
    session.settings = session.first;
    session.hasSet = false;
    if (this.settingsOwner === session) this.settingsOwner = undefined;
  }

  feed(bytes: Uint8Array<ArrayBuffer>): void {
    this.instance.feed(bytes);
  }

  passedOn(bytes: number): void {
    this.instance.passedOn(bytes);
  }

  /** Ends all sessions and closes the database. */
  async close(): Promise<void> {
    this.end(new Unavailable('57P01', 'terminating connection due to administrator command'));
    await this.instance.close();
  }

  private end(why: Error): void {
    for (const session of [...this.sessions]) session.died(why);
    this.sessions.clear();
    this.turns.end(why);
  }

  private async saveSettings(): Promise<void> {
    const last = this.settingsOwner;
    this.settingsOwner = undefined;
    if (last?.hasSet) last.settings = settingsOf(await this.runOwn(ASK_SETTINGS));
  }

  private async becomeSuperuser(): Promise<void> {
    await this.saveSettings();
    this.instance.become(PRIMARY);
    await this.runOwn(SUPERUSER);
  }

  private async ensureRoles(roles: readonly string[]): Promise<void> {
    const missing = new Set(roles.filter((role) => !this.knownRoles.has(role)));
    if (missing.size === 0) return;
    await this.becomeSuperuser();
    const names = [...missing].map(literal).join();
    const found = await this.runOwn(`SELECT rolname FROM pg_catalog.pg_roles WHERE rolname IN (${names})`);
    for (const [name] of found) if (name !== null && name !== undefined) missing.delete(name);
    for (const role of missing) {
      await this.runOwn(
        `CREATE ROLE ${identifier(role)} LOGIN IN ROLE pg_read_all_data, pg_write_all_data, pg_monitor`,
      );
    }
    for (const role of roles) this.knownRoles.add(role);
  }

  private async runOwn(text: string): Promise<(string | null)[][]> {
    return rowsOf(await this.instance.runOwn(queryMessage(text)));
  }
}

/** The parameters under which our own statements run. */
const PRIMARY: ComputeParameters = { readOnly: false, maxConnections: 100 };

function unavailable(error: Error): Unavailable {
  return error instanceof ServerError
    ? new Unavailable(error.sqlstate, error.message)
    : databaseClosed(error);
}

function databaseClosed({ message }: Error): Unavailable {
  return new Unavailable('57P01', `the database has been closed: ${message}`);
}
