import type { RedisOptions } from 'ioredis';
import { problem } from '../../problem/index.ts';

/** Where the queue is. */
export interface QueueAddress {
  readonly options: ServerOptions;
  /** Keys of the queue begin with it, so that several users can share a server. */
  readonly prefix: string;
  /** Without user and password. */
  readonly shown: string;
}

type ServerOptions = Omit<RedisOptions, 'replyMapping'>;

/** The variable of the environment with the password, if it does not stand in the address. */
export const QUEUE_PASSWORD = 'TIDEMARK_QUEUE_PASSWORD';

/** Parses redis://user:password@host:port/database?prefix=name; with rediss:// the connection is encrypted. */
export function queueAddress(text: string, password: string | undefined): QueueAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '')
    throw wrong('it is no address of a Redis or Valkey server');
  const { prefix = 'tidemark', ...others } = Object.fromEntries(url.searchParams);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw wrong(`‹${unknown}› is no part of such an address`);
  if (prefix === '') throw wrong('the prefix is empty');
  const database = /^\/?(\d*)$/.exec(url.pathname)?.[1];
  if (database === undefined) throw wrong(`‹${url.pathname.slice(1)}› is no number of a database`);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const options: ServerOptions = {
    host,
    port: Number(url.port || 6379),
    db: Number(database),
    // Node accepts no address as the name of a server.
    ...(url.protocol === 'rediss:' ? { tls: /^[\d.:]+$/.test(host) ? {} : { servername: host } } : {}),
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...withPassword(url.password === '' ? password : decodeURIComponent(url.password)),
  };
  return { options, prefix, shown: `${url.protocol}//${url.host}` };
}

function withPassword(password: string | undefined): ServerOptions {
  return password === undefined || password === '' ? {} : { password };
}

function wrong(finding: string) {
  return problem({ field: '--queue' }, finding, 'write it like redis://host:6379, or rediss:// for TLS');
}
