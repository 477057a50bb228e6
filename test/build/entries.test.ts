import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BROWSER_ENTRY, NODE_ENTRIES } from '../../build/entries.mjs';

const root = new URL('../../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const entries = [...NODE_ENTRIES, BROWSER_ENTRY];

test('package.json exports each entry of the library, with types and code', () => {
  const expected = entries.map((name) => [
    name === 'tidemark' ? '.' : `./${name}`,
    { types: `./dist/library/${name}.d.ts`, default: `./dist/library/${name}.js` },
  ]);
  expect(exports).toEqual({ ...Object.fromEntries(expected), './package.json': './package.json' });
});

test('each entry is built', () => {
  const built = readdirSync(new URL('dist/library/', root));
  expect(built).toEqual(expect.arrayContaining(entries.flatMap((name) => [`${name}.js`, `${name}.d.ts`])));
});
