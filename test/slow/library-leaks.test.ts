import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const library = new URL('../../dist/library/tidemark.js', import.meta.url).href;

const PLAN = `
  import { getEventListeners } from 'node:events';
  import { plan } from '${library}';
  // Plans of jobs have worker threads from the start.
  const shop = {
    horizon: '10m',
    compute: { min: 0.25, max: 0.5 },
    demand: [{ kind: 'poller', every: '10s', query: { cpu: '5ms' } }],
  };
  const { signal } = new AbortController();
  // Few configurations, because a thousand plans of all take minutes.
  const few = { timeouts: '5m', highest: 0.5, only: 'fixed' };
  const plans = async (count, threads) => {
    for (let i = 0; i < count; i++) await plan(shop, few, { signal, ...threads });
  };
  const heap = () => {
    gc();
    return process.memoryUsage().heapUsed;
  };
`;

/** Runs a program with the built library, and returns what it prints. */
function printedBy(text: string): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-leaks-'));
  try {
    const path = join(folder, 'program.mjs');
    writeFileSync(path, PLAN + text);
    return JSON.parse(execFileSync(process.execPath, ['--expose-gc', path], { encoding: 'utf8' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a thousand plans leave no more memory in use than a hundred', () => {
  const [before, after] = printedBy(`
    await plans(100, { threads: 1 });
    const before = heap();
    await plans(900, { threads: 1 });
    console.log(JSON.stringify([before, heap()]));
  `) as [number, number];
  expect(after / before).toBeLessThan(1.1);
});

test('a hundred plans leave no more threads and listeners than one', () => {
  const [before, after] = printedBy(`
    const left = () => ({
      resources: process.getActiveResourcesInfo().sort(),
      ofSignal: getEventListeners(signal, 'abort').length,
      ofProcess: process.eventNames().map((name) => [String(name), process.listenerCount(name)]),
    });
    const turn = () => new Promise((resolve) => setTimeout(resolve, 1000));
    await plans(1);
    await turn();
    const before = left();
    await plans(100);
    await turn();
    console.log(JSON.stringify([before, left()]));
  `) as [unknown, unknown];
  expect(after).toEqual(before);
});
