import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/**
 * The packages that a built file loads, or has parts of, before it does anything, by itself and by all that it imports.
 */
function packagesOf(entry: string): Set<string> {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const waiting = [join(dist, entry)];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const text = readFileSync(path, 'utf8');
    for (const [, from] of text.matchAll(/^(?:import|export)\b[^'";]*?["']([^"']+)["']/gm)) {
      if (from === undefined || from.startsWith('node:')) continue;
      if (from.startsWith('.')) waiting.push(resolve(dirname(path), from));
      else packages.add(from);
    }
    for (const [, name] of text.matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)/gm))
      packages.add(name as string);
  }
  expect(seen.size).toBeGreaterThan(1);
  return packages;
}

test('the command line itself loads only commander', () => {
  expect([...packagesOf('cli/main.js')]).toEqual(['commander']);
});

// These tests do not follow imports within functions, which load a module only when it is needed.
test.each([
  'simulate',
  'plan/plan',
  'compare',
  'policies',
  'check/check',
  'incident',
  'trace/inspect',
  'serve/serve',
])('%s loads no drawing packages, and no packages for formats that it may not need', (command) => {
  const path = `cli/run/${command}.js`;
  expect(existsSync(join(dist, path))).toBe(true);
  const packages = [...packagesOf(path)];
  expect(packages.filter((name) => /^(vega|@resvg|hyparquet|elkjs|@electric-sql)/.test(name))).toEqual([]);
});
