import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS, MINUTE_MS } from '../src/facts/index.ts';
import { randomStream } from '../src/workload/index.ts';
import { keep } from './results.ts';

const DATABASES = 60;
const DAYS = 30;
const ASKED_S = 90;

/** Days of work and nights of rest, each database of another size and with pauses of its own. */
function csvOf(database: number): string {
  const random = randomStream(database, 'bench');
  const peak = 0.2 * 1.06 ** database;
  const startMs = Date.UTC(2026, 2, 2);
  const lines = ['time,cpu,connections'];
  for (let minute = 0; minute < (DAYS * DAY_MS) / MINUTE_MS; minute++) {
    const atMs = startMs + minute * MINUTE_MS;
    const wave = Math.max(0, Math.cos((2 * Math.PI * (minute - 14 * 60)) / 1440)) * (0.5 + random());
    const vcpu = wave === 0 && random() < 0.98 ? 0 : peak * Math.max(0.05, wave);
    lines.push(`${new Date(atMs).toISOString()},${vcpu.toFixed(4)},${vcpu === 0 ? 0 : 5 + (database % 20)}`);
  }
  return lines.join('\n');
}

const tidemark = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
try {
  for (let i = 0; i < DATABASES; i++) writeFileSync(join(folder, `database-${i}.csv`), csvOf(i));
  const args = [tidemark, 'plan', folder, '--map', 'cpu=cpu:vcpu', '--map', 'connections=connections'];
  const results = ['--results', join(folder, 'plans')];
  const took = (more: readonly string[]) => {
    const start = performance.now();
    execFileSync(process.execPath, [...args, '--current', '0.25-2, 5m', ...more], { stdio: 'ignore' });
    return (performance.now() - start) / 1000;
  };
  const [first, again] = [took(results), took(results)] as [number, number];
  keep('portfolio', [
    {
      name: `${DATABASES} databases of ${DAYS} days, all processors`,
      ours: `${first.toFixed(1)} s`,
      reference: `${ASKED_S} s asked, on two`,
      ratio: first / ASKED_S,
      asked: 'at most 1',
    },
    {
      name: 'the same again, all plans kept',
      ours: `${again.toFixed(1)} s`,
      reference: `${first.toFixed(1)} s (the first time)`,
      ratio: again / first,
      asked: '',
    },
  ]);
} finally {
  rmSync(folder, { recursive: true });
}
