import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type FakePrometheus, fakePrometheus } from '../cli/fake-prometheus.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tidemark-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

const twoDays = readFileSync(join(root, 'scenarios/office-hours.yaml'), 'utf8').replace('28d', '2d');

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function runExample(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [join(root, 'examples', name), ...args],
      { cwd: folder, env: { ...process.env, ...env } },
      (_, out, err) => done({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

describe('the plan of each night', () => {
  test('opens an issue if a change saves enough, and no second one while it is open', async () => {
    const [prometheus, tracker] = await Promise.all([lightLoad(), fakeTracker()]);
    try {
      const env = {
        PROMETHEUS_URL: prometheus.url,
        ISSUES_URL: tracker.url,
        ISSUES_TOKEN: 'secret',
        CURRENT: '4-8, 5m',
      };
      expect(await runExample('nightly/nightly.mjs', [], { ...env, LEAST_SAVING: '10000' })).toEqual({
        code: 0,
        out: 'Nothing to do: change.\n',
        err: '',
      });
      expect(tracker.issues).toEqual([]);
      expect((await runExample('nightly/nightly.mjs', [], env)).out).toBe(`Opened ${tracker.url}/1\n`);
      expect(tracker.issues).toEqual([
        {
          title: expect.stringMatching(/^Change to .*: \$[\d.]+ a month\.$/),
          body: expect.stringMatching(/so this saves \$/),
          labels: ['compute-plan'],
        },
      ]);
      expect((await runExample('nightly/nightly.mjs', [], env)).out).toBe('An open issue says it already.\n');
      expect(tracker.issues).toHaveLength(1);
      expect(new Set(tracker.tokens)).toEqual(new Set(['Bearer secret']));
    } finally {
      await Promise.all([prometheus.close(), tracker.close()]);
    }
  });

  test('fails if Prometheus refuses', async () => {
    const prometheus = await fakePrometheus(
      () => [],
      (_, response) => {
        response.statusCode = 503;
        response.end('busy');
        return true;
      },
    );
    try {
      const { code, err } = await runExample('nightly/nightly.mjs', [], { PROMETHEUS_URL: prometheus.url });
      expect([code, err]).toEqual([1, expect.stringContaining('Prometheus answers 503: busy')]);
    } finally {
      await prometheus.close();
    }
  });
});

describe('the gate for pull requests', () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });

  test('compares a file with that of a revision, and fails if a limit is broken', async () => {
    git('init', '--quiet');
    writeFileSync(join(folder, 'scenario.yaml'), twoDays);
    git('add', 'scenario.yaml');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'Add a scenario');
    expect(await runExample('gate.mjs', ['HEAD:scenario.yaml', 'scenario.yaml'])).toEqual({
      code: 0,
      out: '',
      err: '',
    });

    writeFileSync(join(folder, 'scenario.yaml'), twoDays.replace('min: 0.25', 'min: 1'));
    const after = await runExample('gate.mjs', ['HEAD:scenario.yaml', 'scenario.yaml', 'cost=+10%']);
    expect(after).toEqual({
      code: 1,
      out: expect.stringContaining('worse: cost '),
      err: expect.stringMatching(/^failed: cost is \$[\d.]+, above \$[\d.]+ \(\$[\d.]+ \+10%\)\n$/),
    });
  });

  test('says how to use it', async () => {
    expect(await runExample('gate.mjs', [])).toEqual({
      code: 2,
      out: '',
      err: 'usage: node gate.mjs BEFORE AFTER [LIMIT...]\n',
    });
  });
});

test('the sweep prints a row for each timeout, and draws them', async () => {
  writeFileSync(join(folder, 'swept.yaml'), twoDays);
  const { code, out } = await runExample('sweep.mjs', ['swept.yaml', 'sweep.svg']);
  expect(code).toBe(0);
  for (const timeout of ['1m', '2m', '5m', '10m', '30m', '1h', '4h', 'off'])
    expect(out).toContain(`'${timeout}'`);
  expect(readFileSync(join(folder, 'sweep.svg'), 'utf8')).toMatch(
    /^<svg [\s\S]*cost of a month[\s\S]*<\/svg>/,
  );
});

/** Metrics of a database that needs a part of a processor in office hours. */
function lightLoad(): Promise<FakePrometheus> {
  return fakePrometheus((query) => {
    const busy = (ms: number) => new Date(ms).getUTCHours() >= 8 && new Date(ms).getUTCHours() < 18;
    return [{ metric: {}, at: (ms) => (query.includes('cpu') ? (busy(ms) ? 0.3 : 0) : busy(ms) ? 12 : 0) }];
  });
}

/** An issue tracker with calls like GitHub's. */
async function fakeTracker() {
  const issues: unknown[] = [];
  const tokens: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    tokens.push(request.headers.authorization);
    if (request.method === 'POST') {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      issues.push(JSON.parse(Buffer.concat(parts).toString()));
      response.statusCode = 201;
      response.end(JSON.stringify({ html_url: `${url}/${issues.length}` }));
    } else response.end(JSON.stringify(issues));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/issues`;
  const close = () => new Promise<void>((done) => server.close(() => done()));
  return { url, issues, tokens, close };
}
