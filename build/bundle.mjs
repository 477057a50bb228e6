import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));

/** These packages give no ES modules to Node or to `require`, but have some. Unused parts of ES modules can be left out. */
const MODULES = {
  // cron-parser requires it, and our modules import it: without this, a bundle has it twice.
  luxon: `${root}node_modules/luxon/build/es6/luxon.mjs`,
  rxjs: `${root}node_modules/rxjs/dist/esm/index.js`,
  yaml: `${root}node_modules/yaml/browser/index.js`,
};

/**
 * The two modules that need Node, and what browsers have in their place. `imports` in package.json could not choose
 * between them, because Node cannot run the TypeScript behind them, and the bench runs the sources as tsc compiles them.
 */
const SUBSTITUTES = {
  [`${root}src/trace/gzip/gunzip.ts`]: `${root}src/trace/gzip/gunzip-in-browser.ts`,
  [`${root}src/library/node/world.ts`]: `${root}src/library/asking/world-in-browser.ts`,
};

/** Rewrites `import.meta.url`, so that a bundled module finds its files as if it were in its own place. */
const ownPlaces = {
  name: 'own places',
  transform: (code, id) =>
    id.includes('node_modules')
      ? null
      : code.replaceAll('import.meta.url', () => `__placeOf(${JSON.stringify(placeOf(id))})`),
  renderChunk: (code, { fileName }, { dir }) => {
    const folder = posix.dirname(posix.join(relative(root, dir).replaceAll(sep, '/'), fileName));
    return code.replace(/__placeOf\("(.*?)"\)/g, (_, place) => {
      const from = posix.relative(folder, place);
      return `new URL(${JSON.stringify(from.startsWith('.') ? from : `./${from}`)}, import.meta.url).href`;
    });
  },
};

const COMMON = {
  cwd: root,
  // Prefer ES modules to CommonJS.
  resolve: { mainFields: ['module', 'main'], alias: MODULES },
  // Only the entry modules have side effects.
  treeshake: { moduleSideEffects: false },
  tsconfig: 'tsconfig.json',
  plugins: [ownPlaces],
};

/**
 * Bundles modules and their imports into few files of a folder, because finding and opening a file takes longer than
 * reading it. Modules behind `import()` stay in files of their own, which are read when they are needed. Packages that
 * are installed with the program stay outside, and all others become part of it.
 *
 * @param {Readonly<Record<string, string>>} entries sources by the names of the bundled files
 * @param {string} folder
 * @returns {Promise<readonly string[]>} the paths of all bundled modules
 */
export async function bundle(entries, folder) {
  const build = await rolldown({
    ...COMMON,
    input: { ...entries },
    platform: 'node',
    external: (id, importer, isResolved) => importer !== undefined && !isResolved && isInstalled(id),
  });
  const { output } = await build.write({
    dir: folder,
    entryFileNames: '[name]',
    chunkFileNames: ({ isDynamicEntry, facadeModuleId }) =>
      isDynamicEntry && facadeModuleId?.startsWith(`${root}src${sep}`)
        ? placeOf(facadeModuleId).replace(/^dist\//, '')
        : 'shared/[name]-[hash].js',
  });
  return output.flatMap((file) => (file.type === 'chunk' ? pathsOf(file) : []));
}

/** These names are free in no module that runs in a browser. */
const NODE_GLOBALS = ['Buffer', 'process', 'setImmediate', 'clearImmediate', '__dirname', '__filename'];

/**
 * Bundles a module and all of its imports into one small file, which needs no other file or package and no Node. Fails
 * if anything of Node is left in it.
 *
 * @param {readonly [string, string]} entry the name of the bundled file, and its source
 * @param {string} folder
 * @returns {Promise<readonly string[]>} the paths of all bundled modules
 */
export async function bundleForBrowsers([name, source], folder) {
  const build = await rolldown({
    ...COMMON,
    resolve: { ...COMMON.resolve, alias: { ...MODULES, ...SUBSTITUTES } },
    platform: 'browser',
    input: { [name]: source },
    // Modules of Node that a room imports are left out. The check below finds those that a browser would need.
    external: (id) => isBuiltin(id),
    transform: {
      jsx: { runtime: 'automatic', importSource: 'preact' },
      define: Object.fromEntries(NODE_GLOBALS.map((global) => [global, `NODE_GLOBAL_${global}`])),
    },
    onLog: (level, log, report) => report(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log),
  });
  const options = { dir: folder, entryFileNames: '[name]', codeSplitting: false, minify: true };
  const [file] = (await build.generate(options)).output;
  const left = ofNodeIn(file);
  if (left.length > 0) throw new Error(`${source} needs what no browser has: ${left.join(', ')}`);
  // Tools tell an ES module by a line that begins with `export`.
  mkdirSync(posix.dirname(`${folder}/${name}`), { recursive: true });
  writeFileSync(`${folder}/${name}`, file.code.replace(/\bexport\{[^{}]*\};?\s*$/, '\n$&\n'));
  return pathsOf(file);
}

/** Returns the modules of Node that a bundled file imports, and the globals of Node with the modules that use them. */
function ofNodeIn({ imports, dynamicImports, modules, fileName }) {
  const globals = Object.entries(modules).flatMap(([id, { code }]) =>
    [...(code ?? '').matchAll(/\bNODE_GLOBAL_(\w+)/g)].map(
      ([, global]) => `${global} in ${relative(root, id)}`,
    ),
  );
  const imported = [...imports, ...dynamicImports].filter((id) => id !== fileName);
  return [...new Set([...imported, ...globals])].sort();
}

function pathsOf({ moduleIds }) {
  // The names of modules that rolldown makes begin with a zero.
  return moduleIds.filter((id) => !id.startsWith('\0')).map((id) => id.replaceAll(sep, '/'));
}

function isInstalled(id) {
  return (
    id.startsWith('node:') ||
    Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`))
  );
}

/** Returns the path that a module would have if each were built by itself. */
function placeOf(id) {
  return relative(root, id)
    .replaceAll(sep, '/')
    .replace(/^src\//, 'dist/')
    .replace(/\.ts$/, '.js');
}
