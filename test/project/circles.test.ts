import { expect, test } from 'vitest';
import { files, importedPath, importsOf } from './sources.ts';

const imports = new Map(
  files.map(({ path, text }) => [path, importsOf(text).flatMap((name) => importedFile(path, name) ?? [])]),
);

test.each([...new Set(files.map(({ room }) => room))])(
  'no file of %s imports itself through others, types included',
  (room) => {
    const circles = files.flatMap(({ path, room: own }) => (own === room ? (circleFrom(path) ?? []) : []));
    expect(circles).toEqual([]);
  },
);

test('the test finds a circle, and a file that leads to one is not part of it', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['d', 'b']],
    ['d', []],
  ]);
  expect([...graph.keys()].map((path) => circleFrom(path, graph))).toEqual([
    null,
    'b > c > b',
    'c > b > c',
    null,
  ]);
});

test('the test finds imports of every form', () => {
  const text = `import { a } from './a.ts';
import type {
  B,
} from './b.ts';
export * from './c.ts';
export type { D } from './d.ts';
const e = await import('./e.ts');
type F = import('./f.ts').F;
import './g.ts';`;
  expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `./${name}.ts`));
});

/** The shortest way from a file back to itself; null if there is none. */
function circleFrom(start: string, graph: ReadonlyMap<string, readonly string[]> = imports): string | null {
  const ways = [[start]];
  const reached = new Set<string>();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, start].join(' > ');
      if (reached.has(next)) continue;
      reached.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

function importedFile(importer: string, name: string): string | undefined {
  const path = importedPath(importer, name);
  // The pages of a browser name the modules that the compiler makes of their sources.
  return [path, path?.replace(/\.js$/, '.ts'), path?.replace(/\.js$/, '.tsx')].find((one) =>
    files.some((file) => file.path === one),
  ) as string | undefined;
}
