import { CONTROL_TOKEN, keepSecret, keptSecret, SECRET } from './kept-secret.ts';
import { localMachine } from './local-machine.ts';
import type { ServeSettings } from './serve-settings.ts';

/** The secret that passwords of roles are derived from. It is stored beside the database, never in it. */
export function secretOf({ data, databaseUrl, secret, log }: ServeSettings): {
  readonly secret: string;
  readonly isNew: boolean;
} {
  const make = () => hex(localMachine.secretBytes(32));
  if (data !== undefined) {
    const isNew = keptSecret(data, SECRET) === null;
    return { secret: keepSecret(data, SECRET, make), isNew };
  }
  if (secret !== undefined) return { secret, isNew: false };
  if (databaseUrl !== undefined)
    log({
      level: 'warn',
      event: 'no secret',
      remedy: 'set TIDEMARK_SECRET, or passwords of roles change with each start',
    });
  return { secret: make(), isNew: false };
}

export function controlTokenOf({ controlToken, data }: ServeSettings): string {
  const make = () => hex(localMachine.secretBytes(16));
  return controlToken ?? (data === undefined ? make() : keepSecret(data, CONTROL_TOKEN, make));
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
