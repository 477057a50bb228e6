import { problem } from '../problem/index.ts';

/** Where a server is, in words that may be shown: the password is not among them. */
export interface Address {
  readonly url: string;
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

export function addressOf(url: string): Address {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  // A # in a password would make the rest of it a part of the address.
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol) || parsed.hash !== '') {
    throw problem(
      { field: '--database-url' },
      'it is no address of a PostgreSQL server',
      'give postgres://user:password@host:port/database, with special characters of the password as %23',
    );
  }
  const user = decoded(parsed.username) || 'postgres';
  return {
    url,
    host: `${parsed.hostname || 'localhost'}:${parsed.port || '5432'}`,
    user,
    database: decoded(parsed.pathname.slice(1)) || user,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
