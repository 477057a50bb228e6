// Builds the program and the library: the entry modules of processes, threads and users, and the licences of the bundled packages.
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle, bundleForBrowsers } from './bundle.mjs';
import { BROWSER_ENTRY, NODE_ENTRIES } from './entries.mjs';

const BEGINNINGS = [
  ...NODE_ENTRIES.map((name) => `library/${name}.ts`),
  'cli/main.ts',
  'library/node/jobs/plan.ts',
  'library/node/jobs/trial.ts',
  'library/node/jobs/variant.ts',
  'library/node/jobs/alike.ts',
  'library/node/jobs/window.ts',
  'library/node/jobs/world.ts',
  'fleet/work/planned-text.ts',
  'gateway/pglite/worker.mjs',
  // The bench and tests run these as built: commands with their own terminal, searches, and a database that is killed.
  'cli/tidemark.ts',
  'cli/terminal/terminal.ts',
  'library/node/threads.ts',
  'gateway/pglite/pglite-backend.ts',
];

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const names = BEGINNINGS.map((name) => [name.replace(/\.ts$/, '.js'), `src/${name}`]);
const modules = [
  ...(await bundle(Object.fromEntries(names), dist)),
  ...(await bundleForBrowsers([`library/${BROWSER_ENTRY}.js`, `src/library/${BROWSER_ENTRY}.ts`], dist)),
  ...(await bundleForBrowsers(['page/grid.js', 'src/page/browser/grid/main.tsx'], dist)),
  ...(await bundleForBrowsers(['lab/page.js', 'src/lab/browser/main.tsx'], dist)),
  ...(await bundleForBrowsers(['lab/worker.js', 'src/lab/browser/worker.ts'], dist)),
];
copyFileSync(fileURLToPath(import.meta.resolve('uplot/dist/uPlot.min.css')), `${dist}lab/charts.css`);
writeFileSync(`${dist}licenses.txt`, licencesOf(modules));

function licencesOf(modules) {
  const folders = new Set(
    modules.flatMap((module) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? []),
  );
  return `Parts of these packages are parts of tidemark.\n${[...folders].sort().map(licenceOf).join('')}`;
}

function licenceOf(folder) {
  const { name, version, repository } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const text = licenceText(folder);
  if (text === undefined) throw new Error(`${name} ${version} comes without the text of its licence`);
  const notice = existsSync(`${folder}/NOTICE`) ? readFileSync(`${folder}/NOTICE`, 'utf8') : '';
  // The licence of elkjs requires that users can find its source.
  const source = (repository.url ?? repository).replace(/^(?=[^:]+$)/, 'https://github.com/');
  return `\n${'='.repeat(80)}\n${name} ${version}\nSource: ${source}\n\n${text.trim()}\n${notice}`;
}

/** The text is in a file, or in the last section of the readme. */
function licenceText(folder) {
  const names = readdirSync(folder);
  const file = names.find((name) => /^licen[cs]e/i.test(name));
  if (file !== undefined) return readFileSync(`${folder}/${file}`, 'utf8');
  const readme = names.find((name) => /^readme/i.test(name));
  return (
    readme &&
    /^#+ *licen[cs]e\n([^#]*copyright[^#]*)$/im.exec(readFileSync(`${folder}/${readme}`, 'utf8'))?.[1]
  );
}
