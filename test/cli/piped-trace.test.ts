import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KeptPipes } from '../../src/library/intake/kept-pipes.ts';
import { sourceOf } from '../../src/trace/index.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const CSV = `time,cpu\n${Array.from({ length: 120 }, (_, i) => `${new Date(Date.UTC(2026, 2, 2, 0, i)).toISOString()},0.5\n`).join('')}`;
const one = '{ name: one, kind: trace, file: /dev/stdin, map: ["cpu=cpu:vcpu"] }';
const other = '{ name: other, kind: trace, file: /dev/stdin, map: ["load=cpu"] }';
const scenario = (...demand: readonly string[]) =>
  `why: x\nstart: 2026-03-02\nhorizon: 2h\ncompute: { size: 1 }\ndemand: [${demand.join(', ')}]\n`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs a command on a scenario whose trace comes through standard input, a pipe of a shell. */
function piped(text: string, command: string, ...flags: readonly string[]) {
  const [file, csv] = [join(folder, 'scenario.yaml'), join(folder, 'trace.csv')];
  writeFileSync(file, text);
  writeFileSync(csv, CSV);
  const program = [process.execPath, PROGRAM, command, file, ...flags];
  return spawnSync('sh', ['-c', 'file=$1; shift; cat "$file" | "$@"', 'sh', csv, ...program], {
    encoding: 'utf8',
    timeout: 100_000,
  });
}

describe('a trace that a scenario names and that comes through a pipe', () => {
  test.each([
    ['is there for each change of the scenario', scenario(one), 'compare', ['--set', 'compute.size=2']],
    ['can be named twice', scenario(one, other), 'simulate', ['--no-compare']],
    ['is simulated', scenario(one), 'simulate', ['--no-compare']],
  ])('%s', (_, text, command, flags) => {
    const { status, stderr, stdout } = piped(text, command, ...flags);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).not.toBe('');
  });

  test('is refused the second time if it is too long to be kept', async () => {
    const piece = new Uint8Array(64 * 1024 ** 2);
    const pipe = {
      ...sourceOf(piece),
      bytes: null,
      async *pieces() {
        for (let i = 0; i < 5; i++) yield piece;
      },
    };
    const pipes = new KeptPipes();
    const source = pipes.open('pipe', () => pipe);
    for await (const _ of source.pieces());
    await expect(async () => {
      for await (const _ of pipes.open('pipe', () => pipe).pieces());
    }).rejects.toThrow('pipe: this pipe has to be read more than once, and has more than 256 MiB');
  });
});

test('a pipe in a list of databases is refused, without waiting for it', () => {
  writeFileSync(join(folder, 'list.yaml'), 'databases:\n  - { name: one, file: pipe }\n');
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [PROGRAM, 'plan', join(folder, 'list.yaml')],
    {
      encoding: 'utf8',
      timeout: 100_000,
    },
  );
  expect(status).toBe(2);
  expect(`${stdout}${stderr}`.replace(/\s+/g, ' ')).toContain(
    'it is a pipe or a device, not a file; write what it gives into a file first',
  );
});
