import pg from 'pg';
import type { Backend, BackendLink, SessionRequest } from '../../../src/gateway/backend.ts';
import { roleName } from '../../../src/gateway/server/names.ts';
import { openServerBackend } from '../../../src/gateway/server/open-server-backend.ts';
import { SERVER } from '../../service/store/test-database.ts';

export interface TestBackend {
  readonly backend: Backend;
  readonly warnings: [string, Record<string, unknown>][];
  /** Names that no other run has, and that are gone with it. */
  readonly branch: (name: string) => string;
  readonly role: (name: string) => string;
  /** Returns the name of a branch's role in the server. */
  readonly user: (branch: string, role: string) => string;
  wish(change?: Partial<SessionRequest>): SessionRequest;
  /** The server as its administrator sees it. */
  query(text: string, values?: unknown[]): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
  /** Closes it, and leaves nothing of it in the server. */
  end(): Promise<void>;
}

let runs = 0;

export async function testBackend(url = SERVER as string): Promise<TestBackend> {
  const run = `t${process.pid}x${runs++}`;
  const warnings: TestBackend['warnings'] = [];
  const warn = (event: string, details: Record<string, unknown>) => warnings.push([event, details]);
  const backend = await openServerBackend({ url, secret: 'a secret', seed: nextSeed(), warn });
  const server = new pg.Client({ connectionString: SERVER as string });
  await server.connect();
  const branch = (name: string) => `br-${run}-${name}`;
  const role = (name: string) => `${run}-${name}`;
  const query: TestBackend['query'] = async (text, values) => (await server.query(text, values)).rows;
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= backend.close();
    return closed;
  };
  return {
    backend,
    warnings,
    branch,
    role,
    user: (inBranch, name) => roleName(branch(inBranch), role(name)),
    query,
    wish: (change) => ({
      place: { branchId: branch('main'), database: 'neondb', owner: role('owner') },
      role: role('owner'),
      roles: [role('owner')],
      parameters: new Map(),
      settings: new Map(),
      readOnly: false,
      maxConnections: 112,
      temporaryBytes: 2 ** 30,
      ...change,
    }),
    close,
    async end() {
      await close();
      const databases = await query(`select datname as name from pg_database where datname like $1`, [
        `%br-${run}-%`,
      ]);
      for (const { name } of databases) {
        await query(`drop database ${pg.escapeIdentifier(name as string)} with (force)`);
      }
      const roles = await query(`select rolname as name from pg_roles where rolname like $1`, [
        `%br-${run}-%`,
      ]);
      for (const { name } of roles) {
        const role = pg.escapeIdentifier(name as string);
        await query(`drop owned by ${role}; drop role ${role}`);
      }
      await server.end();
    },
  };
}

/** A client at the end of a link. */
export class Talk {
  readonly link: BackendLink;
  closed: Error | null | undefined;
  #bytes = Buffer.alloc(0);
  #heard = () => {};

  constructor(link: BackendLink) {
    this.link = link;
    link.listen({
      data: (bytes) => {
        this.#bytes = Buffer.concat([this.#bytes, bytes]);
        this.#heard();
      },
      drained: () => {},
      closed: (why) => {
        this.closed = why;
        this.#heard();
      },
    });
  }

  /** Runs a query, and returns the first column of its rows, or the fields of its error. */
  async ask(text: string): Promise<readonly string[] | Record<string, string>> {
    this.say(text);
    return this.answer();
  }

  say(text: string): void {
    const body = Buffer.from(`${text}\0`);
    const frame = Buffer.concat([Buffer.from('Q\0\0\0\0'), body]);
    frame.writeInt32BE(4 + body.length, 1);
    this.link.send(frame);
  }

  /** Reads messages until the server is ready for the next query, or has ended the session. */
  async answer(): Promise<readonly string[] | Record<string, string>> {
    const values: string[] = [];
    let error: Record<string, string> | undefined;
    for (;;) {
      const frame = await this.#frame();
      if (frame === undefined) return error ?? ['closed'];
      const type = String.fromCharCode(frame[0] as number);
      if (type === 'Z') return error ?? values;
      if (type === 'D') values.push(frame.toString('utf8', 11, 11 + frame.readInt32BE(7)));
      if (type === 'E') {
        const fields = frame.toString('utf8', 5).split('\0').filter(Boolean);
        error = Object.fromEntries(fields.map((field) => [field[0], field.slice(1)]));
      }
    }
  }

  async #frame(): Promise<Buffer | undefined> {
    for (;;) {
      const length = this.#bytes.length < 5 ? Number.POSITIVE_INFINITY : 1 + this.#bytes.readInt32BE(1);
      if (this.#bytes.length >= length) {
        const frame = this.#bytes.subarray(0, length);
        this.#bytes = this.#bytes.subarray(length);
        return frame;
      }
      if (this.closed !== undefined) return undefined;
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }
}

let opened = 0;

/** Tests share a server, and each backend wants names of its own. */
export function nextSeed(): number {
  return process.pid * 1000 + ++opened;
}
