import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';

const RUNS = 20;
const AT_ONCE = 5;
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tidemark-under-load-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Half of the busy samples are at the limit of 1 vCPU, so the demand is planned again at 1.5 and at 2 times. Four weeks
// of samples beside four other plans take longer than a plan stays in one thread.
test('a plan at the limit of its machine gives the same answer each time, however busy the processors are', async () => {
  const file = join(folder, 'at-the-limit.csv');
  writeFileSync(file, atTheLimit());
  const args = [main, 'plan', file, '--map', 'cpu=cpu:vcpu', '--capacity', '1', '--full'];
  const answers: { readonly stdout: string; readonly stderr: string }[] = [];
  while (answers.length < RUNS) {
    const running = Array.from({ length: AT_ONCE }, () => promisify(execFile)(process.execPath, args));
    answers.push(...(await Promise.all(running)));
  }
  expect(answers[0]?.stderr).toBe('');
  expect(answers[0]?.stdout).toContain('if real demand was twice as high');
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

function atTheLimit(): string {
  const startMs = Date.UTC(2026, 2, 2);
  const lines = ['time,cpu'];
  for (let atMs = 0; atMs < 28 * DAY_MS; atMs += 5 * MINUTE_MS) {
    const daylight = Math.max(0, Math.sin((((atMs / HOUR_MS) % 24) - 6) * (Math.PI / 12)));
    lines.push(`${new Date(startMs + atMs).toISOString()},${Math.min(1, 1.3 * daylight).toFixed(3)}`);
  }
  return lines.join('\n');
}
