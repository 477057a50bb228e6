import { type SessionWish, Unavailable } from '../backend.ts';
import type { Instance } from './instance.ts';
import { BUSY, PgliteSession, type SessionDesk } from './pglite-session.ts';
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
export class Desk implements SessionDesk {
  readonly turns: TurnQueue;
  readonly names = new StatementNames();
  private readonly sessions = new Set<PgliteSession>();
  private readonly roles = new Set<string>();
  /** The session whose settings are in place. */
  private last: PgliteSession | undefined;
  private holder: PgliteSession | undefined;

  constructor(
    private readonly instance: Instance,
    limitMs: number,
  ) {
    this.turns = new TurnQueue(limitMs);
    instance.listen({
      took: (bytes) => this.holder?.took(bytes),
      data: (bytes) => this.holder?.data(bytes),
      rested: () => this.holder?.rested(),
      died: (why) => this.end(why),
    });
  }

  get dead(): boolean {
    return this.instance.dead;
  }

  /** Opens a session with the requested role and settings. */
  join(wish: SessionWish): Promise<PgliteSession> {
    const first = firstSettings(wish);
    return this.alone(async () => {
      const session = new PgliteSession(this, wish, first);
      try {
        await this.makeRoles([...wish.roles, wish.role]);
        await this.enter(session);
        const rows = await this.ask(ASK_PARAMETERS);
        session.parameters = new Map(rows.map(([name, value]) => [name ?? '', value ?? '']));
      } catch (error) {
        this.last = undefined;
        throw unavailable(error as Error);
      }
      this.sessions.add(session);
      return session;
    });
  }

  /** Makes a role the owner of the database. */
  own(database: string, owner: string): Promise<void> {
    return this.alone(async () => {
      try {
        await this.makeRoles([owner]);
        await this.ask(`ALTER DATABASE ${identifier(database)} OWNER TO ${identifier(owner)}`);
      } catch (error) {
        throw unavailable(error as Error);
      }
    });
  }

  /** Does something while no session has the turn, and no transaction is open. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.hold();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits for the turn. Resolves with a function that gives it back. */
  hold(): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (this.dead) {
        reject(closed(new Error('the compute has been stopped')));
        return;
      }
      const taker = {
        takes: () => resolve(() => this.turns.leave(taker)),
        refused: () => reject(new Unavailable(BUSY.sqlstate, BUSY.message, BUSY.hint)),
        died: (why: Error) => reject(closed(why)),
      };
      this.turns.want(taker);
    });
  }

  /** Writes all commits to the files of the folder. The caller has to have the turn. */
  async checkpoint(): Promise<void> {
    await this.becomeSuperuser();
    await this.ask('CHECKPOINT');
  }

  /** Whether new messages of the session wait until Postgres is idle, for other sessions or for its own settings. */
  mustPause(session: PgliteSession): boolean {
    return this.turns.contended || this.last !== session;
  }

  /** Replaces the settings of the last session by those of this one, which has to have the turn. */
  async enter(session: PgliteSession): Promise<void> {
    this.holder = session;
    if (this.last === session) return;
    await this.putAway();
    this.instance.become(session.compute);
    await this.ask(settingStatements(session.role, session.settings));
    if (session.unnamed !== undefined) await this.instance.aside(Buffer.concat([session.unnamed, SYNC]));
    this.last = session;
  }

  /** Cleans up after a session that ends. The session has to have the turn. */
  async clear(session: PgliteSession): Promise<void> {
    this.sessions.delete(session);
    if (this.last === session) this.last = undefined;
    if (this.dead) return;
    await this.ask('ROLLBACK');
    const closings = this.names.closeAll(session.names);
    if (this.sessions.size === 0) {
      await this.ask(SUPERUSER);
      await this.ask('DISCARD ALL');
    } else if (closings.length > 0) {
      await this.instance.aside(Buffer.concat([closings, SYNC]));
    }
  }

  /** Notes that the session has run DISCARD ALL, after which its first role and settings have to be restored. */
  discarded(session: PgliteSession): void {
    session.settings = session.first;
    session.hasSet = false;
    if (this.last === session) this.last = undefined;
  }

  feed(bytes: Uint8Array<ArrayBuffer>): void {
    this.instance.feed(bytes);
  }

  heard(bytes: number): void {
    this.instance.heard(bytes);
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

  private async putAway(): Promise<void> {
    const last = this.last;
    this.last = undefined;
    if (last?.hasSet) last.settings = settingsOf(await this.ask(ASK_SETTINGS));
  }

  private async becomeSuperuser(): Promise<void> {
    await this.putAway();
    this.instance.become(PRIMARY);
    await this.ask(SUPERUSER);
  }

  private async makeRoles(wished: readonly string[]): Promise<void> {
    const missing = new Set(wished.filter((role) => !this.roles.has(role)));
    if (missing.size === 0) return;
    await this.becomeSuperuser();
    const names = [...missing].map(literal).join();
    const found = await this.ask(`SELECT rolname FROM pg_catalog.pg_roles WHERE rolname IN (${names})`);
    for (const [name] of found) if (name !== null && name !== undefined) missing.delete(name);
    for (const role of missing) {
      await this.ask(
        `CREATE ROLE ${identifier(role)} LOGIN IN ROLE pg_read_all_data, pg_write_all_data, pg_monitor`,
      );
    }
    for (const role of wished) this.roles.add(role);
  }

  private async ask(text: string): Promise<(string | null)[][]> {
    return rowsOf(await this.instance.aside(queryMessage(text)));
  }
}

/** The parameters under which our own statements run. */
const PRIMARY: ComputeParameters = { readOnly: false, maxConnections: 100 };

function unavailable(error: Error): Unavailable {
  return error instanceof ServerError ? new Unavailable(error.sqlstate, error.message) : closed(error);
}

function closed({ message }: Error): Unavailable {
  return new Unavailable('57P01', `the database has been closed: ${message}`);
}
