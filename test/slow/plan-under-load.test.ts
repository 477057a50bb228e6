import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';

const RUNS = 20;
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tidemark-under-load-'));
let busy: ChildProcess[] = [];

beforeAll(() => {
  busy = Array.from({ length: 2 }, () => spawn(process.execPath, ['-e', 'for (;;);']));
});

afterAll(() => {
  for (const one of busy) one.kill();
  rmSync(folder, { recursive: true });
});

// Half of the busy samples are at the limit of 1 vCPU, so the demand is planned again at 1.5 and at 2 times.
test('a plan at the limit of its machine gives the same answer each time, however busy the processors are', () => {
  const file = join(folder, 'at-the-limit.csv');
  writeFileSync(file, atTheLimit());
  const answers = new Set<string>();
  for (let time = 0; time < RUNS; time++) {
    const args = ['plan', file, '--map', 'cpu=cpu:vcpu', '--capacity', '1', '--full'];
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    answers.add(stdout);
  }
  expect(answers.size).toBe(1);
  expect([...answers][0]).toContain('if real demand was twice as high');
});

function atTheLimit(): string {
  const startMs = Date.UTC(2026, 2, 2);
  const lines = ['time,cpu'];
  for (let atMs = 0; atMs < 14 * DAY_MS; atMs += 5 * MINUTE_MS) {
    const daylight = Math.max(0, Math.sin((((atMs / HOUR_MS) % 24) - 6) * (Math.PI / 12)));
    lines.push(`${new Date(startMs + atMs).toISOString()},${Math.min(1, 1.3 * daylight).toFixed(3)}`);
  }
  return lines.join('\n');
}
