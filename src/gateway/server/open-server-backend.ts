import pg from 'pg';
import { ProblemError, problem } from '../../problem/index.ts';
import type { Backend } from '../backend.ts';
import { Admin } from './admin.ts';
import { ServerDatabases, type Warn } from './databases.ts';
import { Roles } from './roles.ts';
import { ServerBackend } from './server-backend.ts';
import { serverFacts } from './server-facts.ts';
import { replaceSharedRoles } from './shared-roles.ts';

/** Opens a backend in a PostgreSQL server, whose user in the address has to be able to create databases and roles. */
export async function openServerBackend(settings: {
  readonly url: string;
  readonly secret: string;
  /** Ids of branches follow from the seed. Two services with the same seed would use each other's databases. */
  readonly seed: number;
  readonly warn: Warn;
}): Promise<Backend> {
  const { url, secret, seed, warn } = settings;
  const address = addressOf(url);
  const description = `PostgreSQL at ${address.host}:${address.port}`;
  const admin = new Admin(url);
  try {
    const superuser = await checkUser(admin, description);
    if (!(await admin.takeLock(`seed ${seed}`))) {
      throw problem(
        PLACE,
        `another tidemark with the seed ${seed} keeps its databases in ${description}`,
        'stop that one, or give this one another seed or another server',
      );
    }
    const roles = new Roles(admin, { secret, superuser });
    await replaceSharedRoles(admin, roles);
    const databases = new ServerDatabases(admin, roles, warn);
    const facts = await serverFacts(admin.query);
    return new ServerBackend({ description, facts, address, admin, roles, databases });
  } catch (error) {
    await admin.close();
    throw serverProblem(description, error);
  }
}

/** Lets the library pg parse the address, with its TLS parameters and Unix sockets. */
function addressOf(url: string): pg.Client {
  // An unescaped # in a password would make the rest of the URL its fragment.
  if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol) && new URL(url).hash === '') {
    try {
      return new pg.Client(url);
    } catch (error) {
      throw serverProblem('the address', error);
    }
  }
  throw problem(
    PLACE,
    'is no address of a PostgreSQL server',
    'give postgres://user:password@host:port/database, with special characters of the password as %23',
  );
}

/** Whether the user is a superuser. Throws a problem if the server or the rights of the user do not suffice. */
async function checkUser(admin: Admin, description: string): Promise<boolean> {
  const [row] = await admin.query(
    `select rolname as name, rolsuper as superuser, rolcreatedb and rolcreaterole as creator,
       current_setting('server_version_num')::int as version, pg_is_in_recovery() as standby
     from pg_roles where rolname = current_user`,
  );
  const { name, superuser, creator, version, standby } = row as unknown as User;
  if (version < 140_000) {
    throw problem(
      PLACE,
      `${description} is older than PostgreSQL 14`,
      'give a server of version 14 or later',
    );
  }
  if (standby) throw problem(PLACE, `${description} is a standby, which takes no writes`, 'give its primary');
  if (superuser) return true;
  const user = pg.escapeIdentifier(name);
  if (!creator) {
    throw problem(
      PLACE,
      `${description} does not let the user ${user} create databases and roles`,
      `let a superuser do: alter role ${user} createdb createrole`,
    );
  }
  return false;
}

interface User {
  readonly name: string;
  readonly superuser: boolean;
  readonly creator: boolean;
  readonly version: number;
  readonly standby: boolean;
}

const PLACE = { options: ['backendUrl'] };

/** The problem that keeps a server from being the backend, without the password. */
function serverProblem(description: string, error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [found, remedy] = reasonOf(code, message);
  return problem(PLACE, `${description} ${found}`, remedy);
}

function reasonOf(code: string, message: string): readonly [string, string] {
  if (code === '3D000') return ['has no such database', 'create it, or give another'];
  if (code.startsWith('28') || /^SASL|password/.test(message)) {
    return ['refuses the user', 'check user and password of the address, and pg_hba.conf of the server'];
  }
  if (code === '53300') return ['has no connection left', 'raise max_connections, or free one'];
  if (code.startsWith('57P')) return [`takes no connections now (${message})`, 'try again when it is up'];
  if (/^E[A-Z_]+$/.test(code) || /timeout|terminated/i.test(message)) {
    return [`cannot be reached (${code || message})`, 'start it, or correct the address'];
  }
  return [`cannot be the backend (${message})`, 'look at the log of the server'];
}
