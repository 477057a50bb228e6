import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('the reference of the library is what its generator prints', () => {
  const generator = fileURLToPath(new URL('../../build/library-reference.mjs', import.meta.url));
  const page = new URL('../../docs/library-reference.md', import.meta.url);
  expect(readFileSync(page, 'utf8')).toBe(execFileSync(process.execPath, [generator], { encoding: 'utf8' }));
});
