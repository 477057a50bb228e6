import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** After `from`, or in a call of `import`; Node's own have a colon. */
const NAMES = /(?:^(?:import|\}) .*from |import\()'((?:@[a-z-]+\/)?[a-z][a-z.-]*)(?:\/[^']*)?'/gm;

/** The packages that the program's sources name; the console's are copied with their own licence. */
const named = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(ts|mjs)$/.test(path) && !/^(console|page\/browser)\//.test(path))
  .flatMap((path) => [...read(`src/${path}`).matchAll(NAMES)])
  .map(([, name]) => name as string);

test('every package of the program is a dependency, or bundled with its licence', () => {
  const { dependencies } = JSON.parse(read('package.json')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const licences = read('dist/licenses.txt');
  const packages = [...new Set(named)];
  expect(packages.length).toBeGreaterThan(15);
  const unknown = packages.filter((name) => !(name in dependencies) && !licences.includes(`\n${name} `));
  expect(unknown).toEqual([]);
});
