// Builds the program: what processes and threads begin with, and the licences of the packages that became part of it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const BEGINNINGS = [
  'cli/main.ts',
  'cli/jobs/plan.ts',
  'cli/jobs/trial.ts',
  'cli/jobs/variant.ts',
  'cli/jobs/window.ts',
  'gateway/pglite/worker.mjs',
  // Commands with a terminal of their own and searches by themselves are measured, and a database is killed, as built.
  'cli/tidemark.ts',
  'cli/terminal/terminal.ts',
  'cli/jobs/threads.ts',
  'gateway/pglite/pglite-backend.ts',
];

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const names = BEGINNINGS.map((name) => [name.replace(/\.ts$/, '.js'), `src/${name}`]);
const modules = await bundle(Object.fromEntries(names), dist);
writeFileSync(`${dist}licenses.txt`, licencesOf(modules));

function licencesOf(modules) {
  const folders = new Set(
    modules.flatMap((module) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? []),
  );
  return `Parts of these packages are parts of tidemark.\n${[...folders].sort().map(licenceOf).join('')}`;
}

function licenceOf(folder) {
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) throw new Error(`${name} ${version} comes without the text of its licence`);
  const notice = existsSync(`${folder}/NOTICE`) ? readFileSync(`${folder}/NOTICE`, 'utf8') : '';
  return `\n${'='.repeat(80)}\n${name} ${version}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n${notice}`;
}
