import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compiledKernel } from '../../build/compile-kernel.mjs';

test('the compiled kernel is up to date with its sources (else npm run kernel)', async () => {
  const kept = new URL('../../src/simulator/fast/kernel/compiled.ts', import.meta.url);
  expect(readFileSync(kept, 'utf8')).toBe(await compiledKernel());
});
