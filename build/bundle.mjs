import { readFileSync } from 'node:fs';
import { posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));

/** These have modules as well, of which what nobody uses is left out, and do not give them to Node. */
const MODULES = {
  rxjs: `${root}node_modules/rxjs/dist/esm/index.js`,
  yaml: `${root}node_modules/yaml/browser/index.js`,
};

/**
 * Writes modules, and all that they use, into few files of a folder: to find and open a file takes longer than to read
 * what is in it. What is imported by `import()` stays in files of its own, which are read when somebody wants it, and so
 * stay the packages that are installed with the program: the others become part of it.
 *
 * @param {Readonly<Record<string, string>>} entries sources by the names of the files that they become
 * @param {string} folder
 * @returns {Promise<readonly string[]>} the paths of all modules that became part of it
 */
export async function bundle(entries, folder) {
  const build = await rolldown({
    cwd: root,
    input: { ...entries },
    platform: 'node',
    external: (id, importer, isResolved) => importer !== undefined && !isResolved && isInstalled(id),
    // Of others what is for `require` comes last.
    resolve: { mainFields: ['module', 'main'], alias: MODULES },
    // Only the modules that a process starts with do anything by being loaded.
    treeshake: { moduleSideEffects: false },
    tsconfig: 'tsconfig.json',
    plugins: [ownPlaces],
  });
  const { output } = await build.write({
    dir: folder,
    entryFileNames: '[name]',
    chunkFileNames: ({ isDynamicEntry, facadeModuleId }) =>
      isDynamicEntry && facadeModuleId?.startsWith(`${root}src${sep}`)
        ? placeOf(facadeModuleId).replace(/^dist\//, '')
        : 'shared/[name]-[hash].js',
  });
  return output.flatMap((file) =>
    file.type === 'chunk' ? file.moduleIds.map((id) => id.replaceAll(sep, '/')) : [],
  );
}

function isInstalled(id) {
  return (
    id.startsWith('node:') ||
    Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`))
  );
}

/** A module finds files by where it is; it finds the same ones from wherever it is put. */
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

/** Where a module of the program is by its name, as if each were built by itself. */
function placeOf(id) {
  return relative(root, id)
    .replaceAll(sep, '/')
    .replace(/^src\//, 'dist/')
    .replace(/\.ts$/, '.js');
}
