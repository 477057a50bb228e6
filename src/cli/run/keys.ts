import { CONTROL_TOKEN, keptSecret } from '../../library/index.ts';
import { problem } from '../../problem/index.ts';
import { renderPage } from '../../report/index.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface Where {
  readonly url: string;
  readonly org?: string;
  readonly json?: boolean;
}

export interface CreateOptions extends Where {
  readonly project?: string;
  readonly data?: string;
}

interface KeyRow {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly project_id?: string;
}

export async function createKey(name: string, options: CreateOptions, terminal: Terminal): Promise<void> {
  if (options.project !== undefined && options.org === undefined)
    throw problem(
      { field: '--project' },
      'a project-scoped key belongs to an organization',
      'add --org with its id',
    );
  const token = options.org === undefined ? controlToken(options, terminal) : null;
  const made = (
    token === null
      ? await call(terminal, options, 'POST', keysPath(options), {
          key_name: name,
          ...(options.project === undefined ? {} : { project_id: options.project }),
        })
      : await createByControl(terminal, options, token, name)
  ) as { readonly id: number; readonly key: string };
  terminal.out(options.json ? `${JSON.stringify(made, null, 2)}\n` : `${made.key}\n`);
  if (!options.json) terminal.err(`key ${made.id}, shown this once\n`);
}

export async function listKeys(options: Where, terminal: Terminal): Promise<void> {
  const keys = (await call(terminal, options, 'GET', keysPath(options))) as readonly KeyRow[];
  if (options.json) {
    terminal.out(`${JSON.stringify(keys, null, 2)}\n`);
    return;
  }
  const rows = keys.map((key) => [
    String(key.id),
    key.name,
    minuteOf(key.created_at),
    key.last_used_at === null ? 'never' : minuteOf(key.last_used_at),
    ...(options.org === undefined ? [] : [key.project_id ?? 'all']),
  ]);
  const titles = [
    'id',
    'name',
    'created (UTC)',
    'last used (UTC)',
    ...(options.org === undefined ? [] : ['project']),
  ];
  terminal.out(
    `${renderPage([{ kind: 'table', columns: titles.map((title) => ({ title, align: 'left' })), rows }], 'text', terminal.columns)}\n`,
  );
}

function minuteOf(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ');
}

export async function revokeKey(id: string, options: Where, terminal: Terminal): Promise<void> {
  const revoked = (await call(
    terminal,
    options,
    'DELETE',
    `${keysPath(options)}/${encodeURIComponent(id)}`,
  )) as KeyRow;
  terminal.out(
    options.json ? `${JSON.stringify(revoked, null, 2)}\n` : `revoked ${revoked.id} ${revoked.name}\n`,
  );
}

function keysPath({ org }: Where): string {
  return org === undefined ? '/api/v2/api_keys' : `/api/v2/organizations/${encodeURIComponent(org)}/api_keys`;
}

/** The control token to create a first key with. Null if there is a key to call the API with. */
function controlToken(options: CreateOptions, terminal: Terminal): string | null {
  const { environment } = terminal;
  if (options.data !== undefined) {
    const kept = keptSecret(options.data, CONTROL_TOKEN);
    if (kept === null)
      throw problem(
        { file: options.data },
        'no control token is kept there',
        'name the folder of tidemark serve --data',
      );
    return kept;
  }
  if ((environment('TIDEMARK_API_KEY') ?? '') !== '') return null;
  return environment('TIDEMARK_CONTROL_TOKEN') ?? null;
}

async function createByControl(
  terminal: Terminal,
  options: Where,
  token: string,
  name: string,
): Promise<unknown> {
  const { users } = (await call(terminal, options, 'GET', '/_tidemark/users', undefined, token)) as {
    users: readonly { readonly id: string }[];
  };
  const [user] = users;
  if (user === undefined)
    throw problem({ field: '--url' }, 'the service has no user', 'restart it, or reset it');
  return call(terminal, options, 'POST', `/_tidemark/users/${user.id}/keys`, { key_name: name }, token);
}

async function call(
  terminal: Terminal,
  { url }: Where,
  method: string,
  path: string,
  body?: unknown,
  token = terminal.environment('TIDEMARK_API_KEY') ?? '',
): Promise<unknown> {
  if (token === '')
    throw problem(
      { field: 'TIDEMARK_API_KEY' },
      'no API key is set',
      'set it to one, or use --data or TIDEMARK_CONTROL_TOKEN',
    );
  let response: Response;
  try {
    response = await fetch(new URL(path, url), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    const cause =
      error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : '';
    throw problem(
      { field: '--url' },
      `${url} does not answer (${cause})`,
      'start tidemark serve, or name where it listens',
    );
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const { message } = (answer ?? {}) as { readonly message?: string };
  throw problem(
    { field: `${method} ${path}` },
    `${response.status}: ${message ?? 'no reason was given'}`,
    REMEDIES[response.status] ?? 'see the message',
  );
}

const REMEDIES: Readonly<Record<number, string>> = {
  401: 'use another key; tidemark keys create --data makes one',
  403: 'use a key that may do this',
  404: 'see tidemark keys list for what there is',
};
