// Builds `dist/`, unless it is already built from the same sources. So the scripts that need it can all begin with a build.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
/** The hash of the sources. The build writes it last. */
const built = join(dist, '.sources');
const TSC = 'node_modules/typescript/bin/tsc';

/** Each line runs beside the others, and its commands run one after another. */
const PARTS = [
  [['build/program.mjs']],
  [['build/types.mjs']],
  [[TSC, '-p', 'src/console/tsconfig.json'], ['build/console.mjs']],
  [[TSC, '-p', 'src/page/browser/tsconfig.json'], ['build/page.mjs']],
  [['build/pglite.mjs']],
];

const sources = hashOfSources();
if (existsSync(built) && readFileSync(built, 'utf8') === sources) {
  console.log('dist/ is up to date.');
} else {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  const areBuilt = await Promise.all(PARTS.map(runAll));
  if (areBuilt.every((isBuilt) => isBuilt)) {
    chmodSync(join(dist, 'cli/main.js'), 0o755);
    writeFileSync(built, sources);
  } else process.exitCode = 1;
}

function hashOfSources() {
  const files = ['src', 'build'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json'].map((name) => join(root, name));
  const hash = createHash('sha256');
  for (const file of [...files.sort(), ...settings]) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Runs commands one after another until one fails. Returns whether none did. */
async function runAll(commands) {
  for (const command of commands) {
    const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) {
      console.error(`build: ${command.join(' ')} failed`);
      return false;
    }
  }
  return true;
}
