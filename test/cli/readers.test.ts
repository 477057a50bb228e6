import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processTerminal } from '../../src/cli/terminal/terminal.ts';
import { fakePrometheus } from './fake-prometheus.ts';
import { runFull as run } from './run.ts';

const PARTS = 30_000;
const many = (part: (i: number) => string, between: string) =>
  Array.from({ length: PARTS }, (_, i) => part(i)).join(between);

// `test/slow/` has the largest YAML, and YAML that is larger.
describe('the time and memory that a document may take', () => {
  test.each([
    ['JSON', `{\n${many((i) => `"k${i}": 1`, ',\n')}}`],
    ['YAML', many((i) => `k${i}: 1`, '\n')],
  ])('unknown fields in %s are looked up at once', async (_, text) => {
    const { code, err } = await run(['simulate', 'x.yaml'], { 'x.yaml': text });
    expect(code).toBe(2);
    expect(err).toMatch(/tidemark: and 299\d\d more\n$/);
  });

  test('YAML aliases are limited', async () => {
    const text = `list:\n${many((i) => `- &a${i} ${i}\n- *a${i}`, '\n')}`;
    expect((await run(['simulate', 'x.yaml'], { 'x.yaml': text })).err).toBe(
      'tidemark: x.yaml:2003: this is one of more than 1000 aliases; write out what they stand for\n',
    );
  });

  test('nested noise counts towards the limit of queries', async () => {
    let rate = '100';
    for (let depth = 0; depth < 20; depth++) rate = `{ of: ${rate}, noise: 5 }`;
    const text = `why: x\nhorizon: 1h\ncompute: { size: 1 }\ndemand:\n  - kind: arrivals\n    perSecond: ${rate}\n`;
    expect((await run(['simulate', 'x.yaml'], { 'x.yaml': text })).err).toMatch(/this is about \S+ queries/);
  });

  test.each([
    ['vcpu', '0.5', /^tidemark: x.yaml:7, demand\[0\]\.vcpu: this is about \S+ vCPU, which no machine has/],
    ['memory', '100MB', /^tidemark: x.yaml:8, demand\[0\]\.memory: this is about \S+ bytes of memory/],
  ])('nested noise counts towards the limit of the %s of a load', async (field, value, problem) => {
    const nested = (depth: number): string =>
      depth === 0 ? value : `{ of: ${nested(depth - 1)}, noise: 5 }`;
    const scenario = (depth: number) =>
      `why: x\nhorizon: 1h\ncompute: { size: 1 }\ndemand:\n  -\n    kind: load\n    vcpu: ${field === 'vcpu' ? nested(depth) : 1}\n    memory: ${field === 'memory' ? nested(depth) : '1GB'}\n`;
    expect((await run(['simulate', 'x.yaml'], { 'x.yaml': scenario(3) })).code).toBe(0);
    const { code, err } = await run(['simulate', 'x.yaml'], { 'x.yaml': scenario(20) });
    expect(code).toBe(2);
    expect(err).toMatch(problem);
  });

  test.each([
    ['a scenario', ['simulate', 'big.yaml']],
    ['prices', ['sizes', '--prices', 'big.yaml']],
    ['samples', ['explain', 'big.yaml']],
  ])('%s has a largest size', async (_, args) => {
    const files = { 'big.yaml': `why: ${'x'.repeat(32 * 1024 ** 2)}` };
    expect((await run(args, files)).err).toBe(
      'tidemark: big.yaml: it is larger than 32 MiB; check the path: no file that belongs here is that large\n',
    );
  });

  test('a bill has a largest number of items', async () => {
    const items = Array.from({ length: 1001 }, (_, i) => `      item-${i}: 0.01\n`).join('');
    const files = {
      'a.csv': 'time,cpu\n2026-03-02T00:00Z,1\n2026-03-02T00:01Z,1\n',
      'bill.yaml': `months:\n  - month: 2026-03\n    total: 100\n    items:\n${items}`,
    };
    const args = ['check', 'a.csv', '--map', 'cpu=cpu:vcpu', '--current', '1, off', '--actual', 'bill.yaml'];
    const { code, err } = await run(args, files);
    expect([code, err]).toEqual([2, expect.stringContaining('1000 items at most')]);
  });

  test('an endless device is read only up to the limit', () => {
    expect(processTerminal().read('/dev/zero', 1000)).toHaveLength(1000);
  });

  test('an endless answer is broken off', async () => {
    const server = await fakePrometheus(
      () => [],
      (_, response) => {
        const piece = 'x'.repeat(1 << 20);
        const go = () => {
          while (!response.destroyed && response.write(piece));
          if (!response.destroyed) response.once('drain', go);
        };
        go();
        return true;
      },
    );
    try {
      const args = ['trace', 'fetch', server.url, '--from', '1h', '--map', 'cpu=x', '-o', 'x.jsonl'];
      expect((await run(args, {})).err).toContain('the answer is longer than 128 MiB; ask for less at once');
    } finally {
      await server.close();
    }
  });
});

test('pipes and devices in a folder are skipped', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-'));
  try {
    writeFileSync(join(folder, 'a.csv'), 'time,cpu\n');
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('/dev/zero', join(folder, 'zero'));
    symlinkSync('a.csv', join(folder, 'link'));
    expect(processTerminal().list(folder)).toEqual(['a.csv', 'link']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('incident says that it takes one database', async () => {
  const files = { 'list.yaml': 'databases:\n  - { name: a, file: a.csv }\n' };
  expect((await run(['incident', 'list.yaml', '--at', '1h'], files)).err).toBe(
    'tidemark: list.yaml:1, databases: this is a list of databases, but the command takes one; name one of them, such as list.yaml#NAME; plan, backtest and check take the list\n',
  );
});

test('a note says that times without a zone are read as UTC', async () => {
  const files = { 'a.csv': 'time,cpu\n2026-03-02 00:00,1\n2026-03-02 00:01,1\n' };
  const note = 'times have no zone and were read as UTC';
  const { out } = await run(['trace', 'inspect', 'a.csv', '--map', 'cpu=cpu:vcpu'], files);
  expect(out.replace(/\s+/g, ' ')).toContain(note);
  const local = await run(
    ['trace', 'inspect', 'a.csv', '--map', 'cpu=cpu:vcpu', '--timezone', 'Europe/Berlin'],
    files,
  );
  expect(local.out.replace(/\s+/g, ' ')).not.toContain(note);
});

describe('a stray row', () => {
  const minutes = Array.from({ length: 600 }, (_, i) => new Date(Date.UTC(2026, 2, 2, 0, i)).toISOString());
  const rows = [...minutes, '2029-03-02T00:00:00Z'].map((time) => `${time},0.5\n`);
  const files = { 'load.csv': `time,cpu\n${rows.join('')}` };

  test.each([
    ['trace inspect', 'Span'],
    ['simulate', 'Cost'],
    // Each run simulates three years, so few configurations are enough.
    ['plan --highest 1 --timeouts 5m', 'It meets'],
  ])('is a warning of %s before all figures', async (command, figures) => {
    const { code, out } = await run([...command.split(' '), 'load.csv', '--map', 'cpu=cpu:vcpu'], files);
    expect(code).toBe(0);
    const at = out.indexOf('Warning: line 602, 2029-03-02T00:00:00.000Z');
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(out.indexOf(figures));
    expect(out.match(/Warning: /g)).toHaveLength(1);
  });
});
