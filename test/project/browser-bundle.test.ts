import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { forBrowsers } from '../../build/for-browsers.mjs';
import { root } from './sources.ts';

/** The rooms of which the library for browsers consists. */
const ROOMS = [
  'problem',
  'facts',
  'compute',
  'workload',
  'trace',
  'simulator',
  'planner',
  'check',
  'scenario',
  'report',
  'advisor',
];

const NODE_GLOBALS = ['Buffer', 'process', 'setImmediate', 'clearImmediate', '__dirname', '__filename'];

test('the rooms up to advisor, with their packages, need nothing of Node', async () => {
  const entry = ROOMS.map((room) => `export * as ${room} from './src/${room}/index.ts';`).join('\n');
  expect(await needsOfNode(entry)).toEqual([]);
});

test('the test finds what needs Node, and not local variables of the same names', async () => {
  const entry = `
    import { readFileSync } from 'node:fs';
    import { gzipSync } from 'zlib';
    export const read = () => readFileSync(Buffer.from(''));
    export const isLocal = (process) => process.isLocal;
    export const zlib = () => import('node:zlib');
  `;
  expect(await needsOfNode(entry)).toEqual([
    'Buffer in entry.ts',
    'node:fs in entry.ts',
    'node:zlib in entry.ts',
    'zlib in entry.ts',
  ]);
});

/** The modules and globals of Node that are left in a bundle for browsers, and the files that need them. */
async function needsOfNode(entry: string): Promise<readonly string[]> {
  const id = fileURLToPath(new URL('entry.ts', root));
  const importers: { readonly name: string; readonly importer: string }[] = [];
  const build = await rolldown({
    ...forBrowsers,
    input: id,
    // Only globals are replaced, so that the bundle shows each use.
    transform: { define: Object.fromEntries(NODE_GLOBALS.map((name) => [name, `NODE_GLOBAL_${name}`])) },
    checks: { ineffectiveDynamicImport: false },
    plugins: [
      {
        name: 'entry',
        resolveId: (name, importer) => {
          if (!isBuiltin(name)) return name === id ? id : null;
          importers.push({ name, importer: importer ?? '' });
          return { id: name, external: true };
        },
        load: (name) => (name === id ? entry : null),
      },
    ],
  });
  const { output } = await build.generate();
  await build.close();
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const left = new Set(chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]));
  const modules = importers.filter(({ name }) => left.has(name));
  const globals = chunks.flatMap((chunk) =>
    Object.entries(chunk.modules).flatMap(([importer, { code }]) =>
      [...(code ?? '').matchAll(/\bNODE_GLOBAL_(\w+)/g)].map(([, name]) => ({ name, importer })),
    ),
  );
  const folder = fileURLToPath(root);
  return [
    ...new Set([...modules, ...globals].map((one) => `${one.name} in ${one.importer.replace(folder, '')}`)),
  ].sort();
}
