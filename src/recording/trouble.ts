import { ProblemError, problem } from '../problem/index.ts';
import type { Address } from './address.ts';

/** Says why a server cannot be recorded, without the password. */
export function serverProblem(address: Address, error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const [found, remedy] = reasonOf(address, error);
  return problem({ field: '--database-url' }, `${address.host} ${found}`, remedy);
}

/** The same in a few words, for the progress display. */
export function connectionTrouble(address: Address, error: unknown): string {
  return `${address.host} ${reasonOf(address, error)[0]}`;
}

function reasonOf({ user, database }: Address, error: unknown): readonly [found: string, remedy: string] {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === '3D000') return [`has no database "${database}"`, 'correct the name behind the last /'];
  if (code.startsWith('28') || /^SASL|password/.test(message))
    return [`refuses the user "${user}"`, 'check user and password, and pg_hba.conf of the server'];
  if (code === '42501') return [`does not let "${user}" see its statistics`, `grant pg_monitor to "${user}"`];
  if (code === '53300') return ['has no connection left', 'raise max_connections, or free one'];
  if (code.startsWith('57P')) return [`takes no connections now (${code})`, 'try again when it is up'];
  if (/does not support SSL/.test(message)) return ['has no TLS', 'leave sslmode out of the address'];
  if (/^E[A-Z_]+$|CERT|SELF_SIGNED/.test(code) || /timeout|terminated|connection error/i.test(message))
    return [`cannot be reached (${code || 'connection lost'})`, 'start it, or correct the address'];
  return [`cannot be recorded (${code || message})`, 'see what the server logged'];
}
