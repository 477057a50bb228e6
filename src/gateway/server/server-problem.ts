import { ProblemError, problem } from '../../problem/index.ts';

export const PLACE = { field: '--backend-url' };

/** Why a server cannot be the backend, without the password. */
export function serverProblem(description: string, error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [found, remedy] = reasonOf(code, message);
  return problem(PLACE, `${description} ${found}`, remedy);
}

function reasonOf(code: string, message: string): readonly [string, string] {
  if (code === '3D000') return ['has no such database', 'create it, or give another'];
  if (code.startsWith('28') || /^SASL|password/.test(message)) {
    return ['refuses the user', 'check user and password of the address, and pg_hba.conf of the server'];
  }
  if (code === '53300') return ['has no connection left', 'raise max_connections, or free one'];
  if (code.startsWith('57P')) return [`takes no connections now (${message})`, 'try again when it is up'];
  if (/^E[A-Z_]+$/.test(code) || /timeout|terminated/i.test(message)) {
    return [`cannot be reached (${code || message})`, 'start it, or correct the address'];
  }
  return [`cannot be the backend (${message})`, 'see what the server logged'];
}
