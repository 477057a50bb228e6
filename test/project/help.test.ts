import { execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { FAKE_KEY, fakeApi } from '../cli/fake-api.ts';
import { fakePrometheus } from '../cli/fake-prometheus.ts';
import { run } from '../cli/run.ts';
import { main, placeForCommands } from './place.ts';
import { isOwn, shownCommands } from './shown-commands.ts';

const { folder, printedBy } = placeForCommands();
afterAll(() => rmSync(folder, { recursive: true }));

const COMMANDS = [
  'plan',
  'compare',
  'check',
  'policies',
  'backtest',
  'incident',
  'simulate',
  'report',
  'lab',
  'watch',
  'doctor',
  'collect',
  'learn',
  'init',
  'serve',
  'sizes',
  'facts',
  'explain',
  'statechart',
  'worker',
];
const TRACE_COMMANDS = [
  'inspect',
  'convert',
  'slice',
  'merge',
  'record',
  'awake',
  'presets',
  'fetch',
  'fit',
  'generate',
];
const KEY_COMMANDS = ['create', 'list', 'revoke'];

/** Commands that a page shows too. The test of the documents runs them. */
const inPages = new Set(
  shownCommands()
    .filter(isOwn)
    .map(({ command }) => command.replace('npm ci && ', '').replaceAll('npx ', '')),
);

describe('help', async () => {
  const prometheus = await fakePrometheus((query) =>
    query.includes('load') ? [{ metric: { __name__: 'host_load1' }, at: () => 0.5 }] : [],
  );
  const api = await fakeApi(['shop', 'blog']);
  afterAll(() => Promise.all([prometheus.close(), api.close()]));

  test('names every command', async () => {
    const { out } = await run(['--help']);
    const named = [...out.matchAll(/^ {2}(\w+)(?: \[options\]| {2,})/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual([...COMMANDS, 'trace', 'keys'].sort());
  });

  test.each(KEY_COMMANDS)('of keys %s fits 80 columns and has examples', async (name) => {
    const { code, out } = await run(['keys', name, '--help']);
    expect(code).toBe(0);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(out).toContain('Examples:');
  });

  test.each([...COMMANDS, ...TRACE_COMMANDS.map((name) => `trace ${name}`)])(
    'of %s fits 80 columns, and its examples run unchanged',
    async (name) => {
      const { code, out } = await run([...name.split(' '), '--help']);
      expect(code).toBe(0);
      expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
      const shownExamples = (out.split('Examples:\n')[1] ?? '').replaceAll('\\\n', '');
      const examples = shownExamples.split('\n').filter((line) => line.trim() !== '');
      expect(examples.length).toBeGreaterThan(1);
      for (const example of examples.map((one) => one.trim())) {
        // The examples after it may read a file that it writes.
        if (inPages.has(example) && !/ (?:-o|>) /.test(example)) continue;
        const line = example
          .replaceAll('tidemark ', `node ${JSON.stringify(main)} `)
          .replaceAll('http://prometheus:9090', prometheus.url)
          .replaceAll('--api-url http://127.0.0.1:4010/api/v2', `--api-url ${api.url} --api-key ${FAKE_KEY}`);
        if (name === 'serve') {
          // A PostgreSQL server is not everywhere; where there is one for tests, it is that one.
          const server = process.env.TIDEMARK_TEST_DATABASE_URL;
          if (line.includes('--backend-url') && server === undefined) continue;
          await serveOnce(line.replace(/postgres:\S+/, server ?? ''));
          continue;
        }
        if (name === 'lab' && !line.includes('--html')) {
          await serveOnce(`${line.replace(' --no-open', '')} --no-open`);
          continue;
        }
        if (name === 'worker') {
          // A queue and its results are not everywhere: here the flags are right if only the queue is missing.
          const noQueue = line
            .replace(/rediss?:\/\/[^\s?]+/, 'redis://127.0.0.1:1')
            .replace(/postgres:\S+/, 'plans');
          await expect(printedBy(noQueue)).rejects.toThrow('redis://127.0.0.1:1 cannot be used');
          continue;
        }
        if (name === 'trace record') {
          // A recording needs a server too, and would go on for as long as it is told to.
          const server = process.env.TIDEMARK_TEST_DATABASE_URL;
          if (server === undefined) continue;
          const env = { ...process.env, DATABASE_URL: server };
          await promisify(execFile)('bash', ['-c', `${line} --for 1s`], { cwd: folder, env });
          continue;
        }
        await printedBy(line);
      }
    },
  );
});

/** A server does not end by itself: it is told to, once it has said where it listens. */
function serveOnce(line: string): Promise<void> {
  const free = line.includes('--port') ? line : `${line} --port 0`;
  const child = spawn('bash', ['-c', `exec ${free}`], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.once('data', () => child.kill('SIGINT'));
  return new Promise((resolve, reject) => {
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${line}: exit code ${code}`))));
  });
}
