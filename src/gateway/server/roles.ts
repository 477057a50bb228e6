import { createHmac } from 'node:crypto';
import pg from 'pg';
import { Unavailable } from '../backend.ts';
import type { Admin, Query } from './admin.ts';
import { ROLE_MARK } from './names.ts';

/** The roles of branches. A server has one space of names for them, so branches share those of the same name. */
export class Roles {
  private readonly admin: Admin;
  private readonly secret: string;
  private readonly superuser: boolean;
  private readonly known = new Map<string, Promise<void>>();

  constructor(admin: Admin, settings: { readonly secret: string; readonly superuser: boolean }) {
    this.admin = admin;
    this.secret = settings.secret;
    this.superuser = settings.superuser;
  }

  /** When there is such a role and it takes our password; rejected where the name is another's. */
  ready(name: string): Promise<void> {
    let ready = this.known.get(name);
    if (ready === undefined) {
      ready = this.admin.alone(`role ${name}`, (query) => this.make(query, name));
      this.known.set(name, ready);
      ready.catch(() => this.forget(name));
    }
    return ready;
  }

  /** Those of the roles that can be had. */
  async available(names: readonly string[]): Promise<readonly string[]> {
    const had = await Promise.allSettled(names.map((name) => this.ready(name)));
    return names.filter((_, i) => had[i]?.status === 'fulfilled');
  }

  /** Looks again at the next need: it may have been dropped, or have got another password. */
  forget(name: string): void {
    this.known.delete(name);
  }

  /** Clients never see it: they prove theirs to the gateway. */
  password(name: string): string {
    return createHmac('sha256', this.secret).update(`backend/${name}`).digest('hex');
  }

  private async make(query: Query, name: string): Promise<void> {
    const [found] = await query(
      `select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = $1`,
      [name],
    );
    const role = pg.escapeIdentifier(name);
    const login = `login password ${pg.escapeLiteral(this.password(name))}`;
    if (found === undefined) {
      // One text is one transaction, so there is no role of ours without its mark.
      await query(`
        create role ${role} ${login};
        comment on role ${role} is ${pg.escapeLiteral(ROLE_MARK)};
        grant ${GRANTED_ROLES.join(', ')} to ${role};
        ${this.superuser ? '' : `grant ${role} to current_user`}`);
    } else if (found.mark === ROLE_MARK) {
      await query(`alter role ${role} ${login}`);
    } else {
      throw new Unavailable(
        '42501',
        `role "${name}" belongs to the server behind this service`,
        'Give the role of the project another name, or the service another server as its backend.',
      );
    }
  }
}

/** What the service gives every role that is made by its API, as far as a server has it. */
export const GRANTED_ROLES = ['pg_read_all_data', 'pg_write_all_data', 'pg_monitor'];
