import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { BROWSER_ENTRY, NODE_ENTRIES } from '../../build/entries.mjs';
import { importedPath, root } from './sources.ts';

interface Module {
  /** The exports, each with the module that defines it and its name there. */
  readonly exports: ReadonlyMap<string, Source>;
  readonly imports: readonly Source[];
}

/** A name of a module; `*` for all of them. */
interface Source {
  readonly path: string;
  readonly name: string;
}

const modules = new Map(['src', 'test', 'bench', 'build'].flatMap(modulesOf));
const used = new Set<string>();
for (const { imports } of modules.values()) for (const source of imports) use(source);

// Users of the library import its entries.
const entries = [...NODE_ENTRIES, BROWSER_ENTRY].map((entry) => `src/library/${entry}.ts`);
for (const path of entries) use({ path, name: '*' });
// The kernel calls these functions of the compiled module by their names.
for (const name of ['advance', 'clientStretch', 'fullRunAwakePeriod'])
  use({ path: 'src/simulator/fast/kernel/assembly/advance.ts', name });

const rooms = new Set(readdirSync(new URL('src/', root)));

test.each([...rooms])('every export of %s is used by another file', (room) => {
  const unused = [...modules].flatMap(([path, { exports }]) =>
    path.startsWith(`src/${room}/`)
      ? [...exports.keys()].map((name) => `${path} ${name}`).filter((one) => !used.has(one))
      : [],
  );
  expect(unused).toEqual([]);
});

test('no two files export different things under the same name', () => {
  const paths = new Map<string, string[]>();
  for (const [path, { exports }] of modules) {
    // The kernel has its own copies of some functions, in AssemblyScript. A bundle for browsers has one module in the
    // place of another.
    if (!path.startsWith('src/') || path.includes('/assembly/') || path.endsWith('-in-browser.ts')) continue;
    // Users see these names and no others, and a question has the same name as its answer within.
    if (entries.includes(path)) continue;
    for (const [name, source] of exports)
      if (name !== 'default' && source.path === path) paths.set(name, [...(paths.get(name) ?? []), path]);
  }
  expect(paths.get('Service')).toEqual(['src/service/service.ts']);
  expect([...paths].filter(([, defining]) => defining.length > 1)).toEqual([]);
});

test('the test follows direct imports, imports through an index, and imports of whole modules', () => {
  expect(used).toContain('src/service/index.ts Service');
  expect(used).toContain('src/service/service.ts Service');
  expect(used).toContain('src/service/control/requests.ts clientQuery');
  expect(used).not.toContain('src/service/service.ts notExported');
});

function use({ path, name }: Source): void {
  const module = modules.get(path);
  if (module === undefined) return;
  for (const one of name === '*' ? module.exports.keys() : [name]) {
    const key = `${path} ${one}`;
    if (used.has(key)) continue;
    used.add(key);
    const source = module.exports.get(one);
    if (source !== undefined && source.path !== path) use(source);
  }
}

function modulesOf(folder: string): readonly (readonly [string, Module])[] {
  return readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path))
    .map((path) => [`${folder}/${path}`, moduleOf(`${folder}/${path}`)] as const);
}

function moduleOf(path: string): Module {
  const text = readFileSync(new URL(path, root), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  const sourceOf = (module: string, name: string | null): readonly Source[] => {
    const from = importedPath(path, module);
    return from === null ? [] : [{ path: sourcePath(from), name: name ?? '*' }];
  };
  const exports = staticExports
    .flatMap(({ entries }) => entries)
    .map(({ exportName, importName, moduleRequest }) => {
      const name = exportName.name ?? 'default';
      const own = { path, name };
      return [
        name,
        moduleRequest === null ? own : (sourceOf(moduleRequest.value, importName.name)[0] ?? own),
      ] as const;
    });
  return {
    exports: new Map(exports),
    imports: [
      ...staticImports.flatMap(({ moduleRequest, entries }) =>
        entries.flatMap(({ importName }) =>
          sourceOf(moduleRequest.value, importName.kind === 'Default' ? 'default' : importName.name),
        ),
      ),
      ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
        sourceOf(text.slice(start + 1, end - 1), null),
      ),
      // A thread begins with a module that is named by its address, as it is built.
      ...[...text.matchAll(/new URL\('(\.[^']+\.js)', import\.meta\.url\)/g)].flatMap(([, module = '']) =>
        sourceOf(module, null),
      ),
      // Types of a module that a comment or a type names.
      ...[...text.matchAll(/\bimport\('([^']+)'\)\.(\w+)/g)].flatMap(([, module = '', name = '']) =>
        sourceOf(module, name),
      ),
    ],
  };
}

/** A page of a browser names the module that the compiler makes of a source; AssemblyScript leaves out the ending. */
function sourcePath(path: string): string {
  return path.replace(/\.js$/, '.ts').replace(/(\/assembly\/\w[\w/-]*|\/(?:client|memory)-layout)$/, '$1.ts');
}
