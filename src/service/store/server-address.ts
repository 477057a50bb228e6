import { problem } from '../../problem/index.ts';

/** The address of a server, without the password, so that messages can show it. */
export interface ServerAddress {
  readonly description: string;
  readonly user: string;
  readonly database: string;
}

export function serverAddress(url: string): ServerAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  // An unescaped # in a password would make the rest of the URL its fragment.
  if (parsed === undefined || !/^postgres(ql)?:$/.test(parsed.protocol) || parsed.hash !== '') {
    throw problem(
      { options: ['databaseUrl'] },
      'is no address of a PostgreSQL server',
      'give postgres://user:password@host:port/database, with special characters of the password as %23',
    );
  }
  const { hostname, port, pathname, username } = parsed;
  const user = decoded(username);
  const database = decoded(pathname.slice(1)) || user;
  return {
    description: `PostgreSQL at ${hostname || 'localhost'}:${port || '5432'}/${database}`,
    user,
    database,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
