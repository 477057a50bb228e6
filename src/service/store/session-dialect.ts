import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { InvariantError } from '../../problem/index.ts';
import type { SqlConnection } from './sql-connection.ts';

/** A dialect of Kysely over the single session that owns the store. Callers queue while it is in use. */
export function sessionDialect(session: SqlConnection): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SessionDriver(session),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class SessionDriver implements Driver {
  readonly #session: SqlConnection;
  readonly #connection: DatabaseConnection;
  #lastInLine: Promise<void> = Promise.resolve();
  #next: () => void = () => {};

  constructor(session: SqlConnection) {
    this.#session = session;
    this.#connection = new SessionConnection(session);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#lastInLine;
    let next: () => void = () => {};
    this.#lastInLine = new Promise((resolve) => {
      next = resolve;
    });
    await before;
    this.#next = next;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#next();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    await this.#lastInLine;
    await this.#session.close();
  }
}

class SessionConnection implements DatabaseConnection {
  readonly #session: SqlConnection;

  constructor(session: SqlConnection) {
    this.#session = session;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return { rows: (await this.#session.query(sql, parameters)) as Row[] };
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new InvariantError('nothing is streamed from a store');
  }
}
