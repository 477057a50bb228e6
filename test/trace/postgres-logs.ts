import { MIDNIGHT } from './traces.ts';

/** A log entry that can be written as csvlog or as lines. */
export interface Entry {
  /** Milliseconds after midnight. */
  readonly ms: number;
  readonly message: string;
  readonly pid?: number;
  readonly user?: string;
  readonly database?: string;
  readonly application?: string;
  readonly host?: string;
  readonly severity?: string;
  readonly tag?: string;
}

const quoted = (text: string | undefined) => (text === undefined ? '' : `"${text.replaceAll('"', '""')}"`);

export function logTime(ms: number): string {
  return new Date(MIDNIGHT + ms).toISOString().replace('T', ' ').replace('Z', '');
}

/** A csvlog line: 22 columns before Postgres 9, 23 up to 12, 24 in 13, 26 since 14. */
export function csvLine(entry: Entry, columns = 26): string {
  const {
    ms,
    message,
    pid = 7,
    user,
    database,
    application = '',
    host,
    severity = 'LOG',
    tag = 'SELECT',
  } = entry;
  const client = host === undefined ? '' : quoted(host.startsWith('[') ? host : `${host}:50123`);
  return `${[
    `${logTime(ms)} UTC`,
    quoted(user),
    quoted(database),
    pid,
    client,
    `67c3a1f0.${pid.toString(16)}`,
    1,
    quoted(tag),
    `${logTime(0).slice(0, 19)} UTC`,
    '3/7',
    0,
    severity,
    '00000',
    quoted(message),
    ...['', '', '', '', '', '', '', '', quoted(application), '"client backend"', '', '0'].slice(
      0,
      columns - 14,
    ),
  ].join(',')}\n`;
}

/** A line as a server writes it to standard error with `%m [%p] %q%u@%d/%a `. */
export function logLine(entry: Entry): string {
  const { ms, message, pid = 7, user, database, application = '[unknown]', severity = 'LOG' } = entry;
  const session = user === undefined ? '' : `${user}@${database}/${application} `;
  return `${logTime(ms)} UTC [${pid}] ${session}${severity}:  ${message.replaceAll('\n', '\n\t')}\n`;
}
