import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../cli/run.ts';
import { MAIN } from '../cli/served.ts';

/** With a smaller heap the process dies. */
const HEAP_MIB = 500;

describe('the time and memory that YAML may take', () => {
  test.each([
    ['of many lines', '- a: 1\n', 150_000],
    ['of one line', '{ a: 1 },', 100_000],
  ])('YAML %s has a largest number of parts', async (_, part, count) => {
    const [opening, end] = part.endsWith('\n') ? ['why:\n', ''] : ['why: [', ']'];
    const file = (times: number) => ({ 'x.yaml': `${opening}${part.repeat(times)}${end}` });
    const asked = ['simulate', 'x.yaml'];
    expect((await run(asked, file(count / 2))).err).toContain('x.yaml:1, why: found');
    const { code, err } = await run(asked, file(count * 2));
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(
        /^tidemark: x\.yaml:\d+: up to here the text has 1000000 names, values and signs, which is the limit for YAML; write the text as JSON, which may be as long as 32 MiB\n$/,
      ),
    ]);
  });

  test.each([
    ['a list of values', `why: [${'a,'.repeat(330_000)}a]`],
    [
      'a map of names',
      `why:\n${Array.from({ length: 195_000 }, (_, i) => ` k${i.toString(36)}:\n`).join('')}`,
    ],
  ])('the largest YAML is read in 500 MB: %s', (_, text) => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-'));
    try {
      const file = join(folder, 'x.yaml');
      writeFileSync(file, text);
      const node = [`--max-old-space-size=${HEAP_MIB}`, MAIN];
      const { status, stderr } = spawnSync(process.execPath, [...node, 'simulate', file], {
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([2, expect.stringMatching(/^tidemark: .*, why: found/)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
