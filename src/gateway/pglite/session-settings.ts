import { type SessionRequest, Unavailable } from '../backend.ts';

/** The role and the settings of a session, which are restored when its turn comes. */
export interface SessionSettings {
  /** The role that it has taken with SET ROLE. */
  readonly role: string | null;
  readonly values: readonly (readonly [name: string, value: string])[];
}

/** The settings with which a session begins. */
export function firstSettings({
  parameters,
  settings,
  readOnly,
  temporaryBytes,
}: SessionRequest): SessionSettings {
  const values = [...parameters].flatMap(([name, value]) => {
    if (name === 'options') return commandLine(value);
    return name === 'replication' || name.startsWith('_pq_.') ? [] : [[name, value] as const];
  });
  for (const [name, value] of values) checkEncoding(name, value);
  const limitKb = Math.ceil(temporaryBytes / 1024);
  return {
    role: null,
    values: [
      ...settings,
      ...values,
      ...(readOnly ? [['default_transaction_read_only', 'on'] as const] : []),
      ...(limitKb <= MOST_KB ? [['temp_file_limit', String(limitKb)] as const] : []),
    ],
  };
}

/** Replaces all settings by those of a session. Settings come before the role, which may lack the right to set some. */
export function settingStatements(role: string, settings: SessionSettings): string {
  return [
    SUPERUSER,
    'RESET ALL',
    ...settings.values.map(
      ([name, value]) => `SELECT pg_catalog.set_config(${literal(name)}, ${literal(value)}, false)`,
    ),
    `SET SESSION AUTHORIZATION ${identifier(role)}`,
    ...(settings.role === null ? [] : [`SET ROLE ${identifier(settings.role)}`]),
  ].join('; ');
}

/** Names the superuser, because PostgreSQL in single-user mode has no session authorization to reset to. */
export const SUPERUSER = 'SET SESSION AUTHORIZATION postgres; RESET ROLE';

/** Selects the rows that `settingsOf` reads. */
export const ASK_SETTINGS = `SELECT 'role', pg_catalog.current_setting('role') UNION ALL
  SELECT name, setting FROM pg_catalog.pg_settings WHERE source = 'session'`;

export function settingsOf(rows: readonly (readonly (string | null)[])[]): SessionSettings {
  const all = new Map(rows.map(([name, value]) => [name ?? '', value ?? '']));
  const role = all.get('role') ?? NO_ROLE;
  all.delete('role');
  return { role: role === NO_ROLE ? null : role, values: [...all] };
}

/** Selects the parameters that Postgres reports at the start of a session. */
export const ASK_PARAMETERS = `SELECT name, pg_catalog.current_setting(name) FROM pg_catalog.unnest(ARRAY[
  'server_version', 'server_encoding', 'client_encoding', 'DateStyle', 'integer_datetimes', 'IntervalStyle',
  'TimeZone', 'standard_conforming_strings', 'is_superuser', 'session_authorization', 'application_name',
  'default_transaction_read_only', 'in_hot_standby', 'search_path', 'scram_iterations']) AS name`;

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function literal(text: string): string {
  return ` E'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

const NO_ROLE = 'none';
const MOST_KB = 2 ** 31 - 1;

/** Refuses other encodings than UTF-8: PGlite has no conversions, and breaks if it needs one. */
function checkEncoding(name: string, value: string): void {
  if (name.toLowerCase() !== 'client_encoding') return;
  if (/^'?(utf-?_?8|unicode|sql_?-?ascii)'?$/i.test(value)) return;
  throw new Unavailable('0A000', `PGlite supports only the client_encoding UTF8, not ${value}`);
}

/** Parses settings of a server's command line: `-c name=value` and `--name=value`, with `\` before blanks in values. */
function commandLine(options: string): (readonly [string, string])[] {
  const words = [...options.matchAll(/(?:\\.|[^\s\\])+/gsu)].map(([word]) => word.replace(/\\(.)/gsu, '$1'));
  const settings: (readonly [string, string])[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const setting = word === '-c' ? (words[++at] ?? '') : /^(?:-c|--)(.+)$/su.exec(word)?.[1];
    const [, name, value] = /^([^=]+)=(.*)$/su.exec(setting ?? '') ?? [];
    if (name === undefined || value === undefined) {
      throw new Unavailable('42601', `invalid command-line argument for server process: ${word}`);
    }
    settings.push([name.replaceAll('-', '_'), value]);
  }
  return settings;
}
