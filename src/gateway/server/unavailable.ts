import pg from 'pg';
import { Unavailable } from '../backend.ts';

/** Whatever kept the server from serving, as a client can be told. */
export function unavailable(error: unknown, description: string): Unavailable {
  if (error instanceof Unavailable) return error;
  if (error instanceof pg.DatabaseError && error.code !== undefined) {
    return new Unavailable(error.code, error.message, error.hint ?? null);
  }
  const { code, message } = error as NodeJS.ErrnoException;
  return new Unavailable(
    '08006',
    `the backend server, ${description}, cannot be reached (${code ?? message})`,
    'Start that server, or correct the address that the service was given.',
  );
}
