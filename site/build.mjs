// Builds the site into `site/dist/`: `npm run site`. The same sources give the same bytes.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stagePages } from './stage-pages.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));

installGenerator();
stagePages();
// VitePress looks for its packages in the working directory.
process.chdir(here);
const { build } = await import('vitepress');
await build(here);
const { makeRelocatable } = await import('./relocatable.mjs');
makeRelocatable(`${here}dist`);
run(process.execPath, ['dist/cli/main.js', 'lab', '--html', 'site/dist/lab.html']);
console.log('The site is in site/dist. Any web server of static files can serve it, from any folder.');

/** Installs the generator, unless the versions of the lock file are installed. A usual clone does without it. */
function installGenerator() {
  const installed = `${here}node_modules/.package-lock.json`;
  const wanted = JSON.parse(readFileSync(`${here}package-lock.json`, 'utf8')).packages;
  const found = existsSync(installed) ? JSON.parse(readFileSync(installed, 'utf8')).packages : {};
  const isInstalled = ['vite', 'vitepress'].every((name) => {
    const path = `node_modules/${name}`;
    return found[path]?.version === wanted[path].version;
  });
  if (isInstalled) return;
  rmSync(`${here}node_modules`, { recursive: true, force: true });
  // No package may run a script, so none can download anything else.
  run('npm', ['ci', '--prefix', 'site', '--ignore-scripts']);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}
