import type { PlanName } from '../../facts/index.ts';
import type { LogLine } from '../../service/index.ts';

/**
 * The options of `serve`. Each has the name, the default and the limits of the flag of `tidemark serve`.
 *
 * @example
 * ```ts
 * import { type ServeOptions, serve } from 'tidemark/service';
 *
 * // An account on the free plan, 60 times as fast as real time, without Postgres.
 * const options: ServeOptions = { port: 0, pg: false, plan: 'free', clock: '60x' };
 * const service = await serve(options);
 * console.log(service.clock, service.store, service.postgres); // 60x memory null
 * await service.close();
 * ```
 */
export interface ServeOptions {
  /** The port of the management API. 0 takes a free one. Default: 4010. */
  readonly port?: number;
  /** The address to listen on. Default: `127.0.0.1`, which other machines cannot reach. */
  readonly host?: string;
  /** Other names that the service answers to, such as `tidemark.example.com`. */
  readonly allowHost?: readonly string[];
  /** Whether Postgres clients are accepted. Default: true. */
  readonly pg?: boolean;
  /** The port for Postgres clients. Default: the one after `port`, or a free one if `port` is 0. */
  readonly pgPort?: number;
  /** A PostgreSQL server that keeps the databases of branches. Default: PGlite keeps them, in this process. */
  readonly backendUrl?: string;
  /** A folder that keeps everything, with PGlite. Default: everything is lost at the end. */
  readonly data?: string;
  /** A PostgreSQL database that keeps everything except the databases of branches. Excludes `data`. */
  readonly databaseUrl?: string;
  /**
   * How the service's time passes: like real time, only when you advance it, or faster, such as `60x`. Default: as when
   * `data` or `databaseUrl` was used last, and at first `real`.
   */
  readonly clock?: 'real' | 'stopped' | `${number}x`;
  /** The facts that the emulator follows: the name of a fact set, or a file with one of your own. Default: `spec`. */
  readonly facts?: string;
  /** The plan of the account, with its limits. Default: `scale`. */
  readonly plan?: PlanName;
  /** The seed of names and of chance: the same calls with the same seed have the same results. Default: 1. */
  readonly seed?: number;
  /** Whether more than 700 calls a minute or 40 a second on a route are refused. Default: false. */
  readonly rateLimit?: boolean;
  /** The token of the control API. Default: a new one, or the one that `data` keeps. */
  readonly controlToken?: string;
  /** Whether other machines may use the control API. Default: false. */
  readonly controlRemote?: boolean;
  /** The secret that passwords of roles are derived from. Default: a new one. With `data`, the folder keeps its own. */
  readonly secret?: string;
  /** The file of a scenario, whose demand the service's computes then have. Default: only clients of the service. */
  readonly scenario?: string;
  /** Called with each line of the log. Default: nobody sees the log. */
  readonly log?: (line: LogLine) => void;
}
