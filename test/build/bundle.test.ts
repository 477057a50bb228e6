import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleForBrowsers } from '../../build/bundle.mjs';

test('a bundle for browsers has nothing of Node, and may have local variables with the names of its globals', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bundle-'));
  const bundled = (text: string) => {
    const source = join(folder, 'entry.ts');
    writeFileSync(source, text);
    return bundleForBrowsers(['bundle.js', source], folder);
  };
  try {
    await expect(
      bundled(`
        import { readFileSync } from 'node:fs';
        import { gzipSync } from 'zlib';
        export const read = () => gzipSync(readFileSync(Buffer.from('')));
        export const zlib = () => import('node:zlib');
      `),
    ).rejects.toThrow(/needs what no browser has: Buffer in .*entry\.ts, node:fs, node:zlib, zlib$/);
    expect(readdirSync(folder)).toEqual(['entry.ts']);
    await bundled('export const isLocal = (process) => process.isLocal;');
    expect(readdirSync(folder)).toEqual(['bundle.js', 'entry.ts']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
