import { join } from 'node:path';
import { type Backend, openPgliteBackend, openServerBackend } from '../../gateway/index.ts';
import type { ServeSettings } from './serve-settings.ts';

/** Opens the storage of branch databases: a PostgreSQL server, the data folder, or a temporary place. */
export function openBackend(
  { data, backendUrl, log }: ServeSettings,
  { secret, seed }: { readonly secret: string; readonly seed: number },
): Promise<Backend> {
  const warn = (event: string, details: Readonly<Record<string, unknown>>) =>
    log({ level: 'warn', event, ...details });
  return backendUrl === undefined
    ? openPgliteBackend({ folder: data === undefined ? null : join(data, 'branches') })
    : openServerBackend({ url: backendUrl, secret, seed, warn });
}
