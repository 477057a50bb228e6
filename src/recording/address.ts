import { problem } from '../problem/index.ts';

/** The address of a server, without the password, so that it may be shown. */
export interface Address {
  readonly url: string;
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

export function addressOf(url: string): Address {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  // An unescaped # in a password cuts the address off.
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol) || parsed.hash !== '') {
    throw problem(
      { field: '--database-url' },
      'it is not the address of a PostgreSQL server',
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
