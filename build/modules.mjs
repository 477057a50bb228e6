// Compiles the modules of the program, each into a file of its own. What a module takes from the index of a room is
// imported from where it is made, so that a command loads what it uses and not whole rooms: their libraries take longer
// to load than most commands take to run.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What is for browsers has its own compiler settings. */
const BROWSERS = /^(console|page\/browser)\//;

const modules = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(ts|mjs)$/.test(name) && !BROWSERS.test(name),
);

const build = await rolldown({
  cwd: root,
  input: Object.fromEntries(modules.map((name) => [outputOf(name), `src/${name}`])),
  platform: 'node',
  external: /^[^.]/,
  // Only the modules that a process starts with do anything by being loaded.
  treeshake: { moduleSideEffects: false },
  tsconfig: 'tsconfig.json',
});
await build.write({
  dir: 'dist',
  preserveModules: true,
  preserveModulesRoot: 'src',
  entryFileNames: '[name]',
});

function outputOf(name) {
  return name.replace(/\.ts$/, '.js');
}
