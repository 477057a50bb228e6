import { existsSync, readFileSync } from 'node:fs';
import semver from 'semver';
import { expect, test } from 'vitest';

const OLDEST_NODE = '20.19.0';

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly engines?: { readonly node?: string }; readonly resolved?: string }>
  >;
}

const root = new URL('../../', import.meta.url);
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as Lock;
const installed = Object.keys(packages).filter((path) => path !== '' && existsSync(new URL(path, root)));

test('every installed package runs on the oldest Node that tidemark supports', () => {
  expect(installed.length).toBeGreaterThan(10);
  const tooNew = installed.filter((path) => {
    const manifest = JSON.parse(readFileSync(new URL(`${path}/package.json`, root), 'utf8'));
    return (
      typeof manifest.engines?.node === 'string' && !semver.satisfies(OLDEST_NODE, manifest.engines.node)
    );
  });
  expect(tooNew).toEqual([]);
});

test('the lock file names no download addresses, so that any registry serves', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

test('package.json names that Node', () => {
  expect(packages['']?.engines?.node).toBe(`>=${OLDEST_NODE}`);
});
