import type { PostgresPlace } from '../../service/index.ts';

/**
 * A running emulator.
 *
 * @example
 * ```ts
 * import { type RunningService, serve } from 'tidemark/service';
 *
 * async function minutesAwake(service: RunningService): Promise<number> {
 *   let minutes = 0;
 *   for (; service.computes()[0]?.state !== 'idle'; minutes++) await service.advance('1m');
 *   return minutes;
 * }
 *
 * const service = await serve({ port: 0, clock: 'stopped' });
 * await service.postgresUrl();
 * console.log(await minutesAwake(service)); // 6
 * await service.close();
 * ```
 */
export interface RunningService extends AsyncDisposable {
  /** The base address of the management API, such as `http://127.0.0.1:4010/api/v2`. */
  readonly url: string;
  /** A personal API key, made when the service started. */
  readonly apiKey: string;
  /** The base address of the control API, which injects faults, opens connections and puts load on computes. */
  readonly controlUrl: string;
  /** The bearer token of the control API. */
  readonly controlToken: string;
  /** The address of the console, a page for a browser. */
  readonly consoleUrl: string;
  /** Where Postgres clients are accepted. Null with `pg: false`. */
  readonly postgres: PostgresAddress | null;
  /** Where records are kept, in words: `memory`, or a folder or a server. */
  readonly store: string;
  /** How time passes at the moment: `real`, `stopped`, or a speed such as `60x`. */
  readonly clock: string;
  /** Resolves when the service has been closed. Rejects if it ends because it or its store has failed. */
  readonly ended: Promise<void>;
  /**
   * A connection string for a Postgres client. Without arguments, it is for the first database of the default branch of
   * the only project. A service without projects gets one with the default settings.
   */
  postgresUrl(place?: PostgresPlace): Promise<string>;
  /** All computes as they are now. */
  computes(): readonly ServedCompute[];
  /** The time of the service. */
  now(): Date;
  /**
   * Lets time pass at once, whatever the clock does. When it resolves, everything that was due has happened: computes
   * have started, changed size or fallen asleep.
   *
   * @param duration a number with a unit, such as `90s`, `6m`, `2h` or `1d`, or milliseconds
   */
  advance(duration: string | number): Promise<void>;
  /**
   * Waits for work. Whenever a client has to wait for a compute that starts, lets exactly the time pass that the
   * start takes. With a stopped clock, the client would wait for ever otherwise.
   *
   * @param work what needs a compute, such as a query
   */
  withStarts<T>(work: Promise<T>): Promise<T>;
  /** Ends the service and closes its ports. Rejects if the service or its store has failed. */
  close(): Promise<void>;
}

/**
 * Where Postgres clients are accepted, and what is behind it.
 *
 * @example
 * ```ts
 * import { type PostgresAddress, serve } from 'tidemark/service';
 *
 * function summary({ host, pgVersion, backend }: PostgresAddress): string {
 *   return `PostgreSQL ${pgVersion} on ${host}: ${backend}`;
 * }
 *
 * const service = await serve({ port: 0 });
 * if (service.postgres !== null) console.log(summary(service.postgres));
 * await service.close();
 * ```
 */
export interface PostgresAddress {
  /** The address of the machine. */
  readonly host: string;
  /** The port. */
  readonly port: number;
  /** Where the databases are, in words. */
  readonly backend: string;
  /** The major version of PostgreSQL. */
  readonly pgVersion: number;
}

/**
 * A compute at one time.
 *
 * @example
 * ```ts
 * import { type ServedCompute, serve } from 'tidemark/service';
 *
 * function described({ state, pendingState, sizeCu }: ServedCompute): string {
 *   return pendingState === null ? `${state}, ${sizeCu} CU` : `${state}, soon ${pendingState}`;
 * }
 *
 * const service = await serve({ port: 0, clock: 'stopped' });
 * await service.postgresUrl();
 * console.log(service.computes().map(described)); // [ 'init, soon active' ]
 * await service.advance('10s');
 * console.log(service.computes().map(described)); // [ 'active, 1 CU' ]
 * await service.close();
 * ```
 */
export interface ServedCompute {
  /** The id of its endpoint, as the management API has it. */
  readonly id: string;
  /** The id of its project. */
  readonly projectId: string;
  /** The id of its branch. */
  readonly branchId: string;
  /** `init` until it has started for the first time, `active` while it runs, `idle` while it sleeps. */
  readonly state: 'init' | 'active' | 'idle';
  /** The state that it changes to. Null if it does not change. */
  readonly pendingState: 'active' | 'idle' | null;
  /** Its current size in compute units (CU). */
  readonly sizeCu: number;
  /** Open connections of clients. */
  readonly connections: number;
}
