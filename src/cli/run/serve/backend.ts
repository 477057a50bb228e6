import { join } from 'node:path';
import { type Backend, openPgliteBackend, openServerBackend } from '../../../gateway/index.ts';
import type { LogLine } from '../../../service/index.ts';

/** Opens the storage of branch databases: a PostgreSQL server, the data folder, or a temporary place. */
export function openBackend(
  { data, backendUrl }: { readonly data?: string; readonly backendUrl?: string },
  { secret, seed }: { readonly secret: string; readonly seed: number },
  log: (line: LogLine) => void,
): Promise<Backend> {
  const warn = (event: string, details: Readonly<Record<string, unknown>>) =>
    log({ level: 'warn', event, ...details });
  return backendUrl === undefined
    ? openPgliteBackend({ folder: data === undefined ? null : join(data, 'branches') })
    : openServerBackend({ url: backendUrl, secret, seed, warn });
}
