import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

/** Runs pgbench without TLS. The gateway offers TLS, but the server that it is compared with may have none. */
function run(args: readonly string[]) {
  return runFile('pgbench', args, { env: { ...process.env, PGSSLMODE: 'disable' } });
}

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly transactions: number;
}

/** Whether the machine has pgbench, which comes with PostgreSQL. */
export function hasPgbench(): boolean {
  return spawnSync('pgbench', ['--version']).status === 0;
}

/** Fills the tables of pgbench with a hundred thousand rows. */
export async function fill(uri: string): Promise<void> {
  await run(['--initialize', '--quiet', uri]);
}

/** Measures queries of one row by its key. */
export async function select(
  uri: string,
  { clients, seconds, scratch }: { clients: number; seconds: number; scratch: string },
): Promise<Measured> {
  const folder = mkdtempSync(join(scratch, 'pgbench-'));
  const load = ['--select-only', '--no-vacuum', '--client', String(clients), '--time', String(seconds)];
  const { stdout } = await run([...load, '--log', `--log-prefix=${folder}/log`, uri]);
  const latencies = readdirSync(folder)
    .flatMap((file) => readFileSync(join(folder, file), 'latin1').trimEnd().split('\n'))
    // A line has the client, the number of its transaction, and the microseconds that it took.
    .map((line) => Number(line.split(' ', 3)[2]));
  rmSync(folder, { recursive: true });
  const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? [];
  const p50Ms = (latencies.sort((a, b) => a - b)[latencies.length >> 1] ?? Number.NaN) / 1000;
  return { perSecond: Number(perSecond), p50Ms, transactions: latencies.length };
}
