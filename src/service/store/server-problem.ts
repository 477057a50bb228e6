import { ProblemError, problem } from '../../problem/index.ts';
import type { ServerAddress } from './server-address.ts';

/** The problem that keeps a server from being the store, without the password. */
export function storeServerProblem(
  { description, user, database }: ServerAddress,
  error: unknown,
): ProblemError {
  if (error instanceof ProblemError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const [found, remedy] = reasonOf(code ?? '', message, user, database);
  return problem({ field: description }, found, remedy);
}

function reasonOf(code: string, message: string, user: string, database: string): readonly [string, string] {
  if (code === '3D000') return [`has no database "${database}"`, 'create it, or give another'];
  if (code.startsWith('28') || /^SASL|password/.test(message)) {
    return [
      `refuses the user "${user}"`,
      'check user and password of the address, and pg_hba.conf of the server',
    ];
  }
  if (code === '42501') {
    return [
      `does not let the user "${user}" do what a store needs (${message})`,
      `let it create a schema: grant create on database "${database}" to "${user}"`,
    ];
  }
  if (code === '53300') return ['has no connection left', 'raise max_connections, or free one'];
  if (code.startsWith('57P')) return [`takes no connections now (${message})`, 'try again when it is up'];
  if (/^E[A-Z_]+$/.test(code) || /timeout|terminated/i.test(message)) {
    return [`cannot be reached (${code || message})`, 'start it, or correct the address'];
  }
  return [`cannot be the store (${message})`, 'look at the log of the server'];
}
