// Packs the package as built, and uses it as its users do: installs it in an empty folder, compiles strict TypeScript
// that imports every entry, runs that, and runs the command. `npm run check:package` builds first.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An install of more than this says that a package came in that can be bundled, or that is not needed. */
const MOST_BYTES = 50e6;

const root = fileURLToPath(new URL('..', import.meta.url));
const { name, exports, dependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const entries = Object.entries(exports).flatMap(([path, { types }]) =>
  types === undefined ? [] : [path.replace('.', name)],
);

const folder = mkdtempSync(join(tmpdir(), 'tidemark-package-'));
try {
  const packed = join(folder, pack());
  tool('publint', 'run', packed, '--strict');
  tool('@arethetypeswrong/cli', packed, '--profile', 'esm-only', '--no-emoji', '--format', 'ascii');
  install(packed);
  compileAndRun();
  runCommand();
  console.log(`${name} is ready to publish.`);
} finally {
  rmSync(folder, { recursive: true });
}

function pack() {
  npm(root, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder);
  return readdirSync(folder)[0];
}

/** Fails if the install brings other packages than those of `dependencies`. */
function install(packed) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const startMs = performance.now();
  npm(folder, 'install', '--silent', packed);
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  const listed = npm(folder, 'ls', '--omit=dev', '--all', '--parseable')
    .split(/node_modules[/\\]/)
    .slice(1);
  const installed = listed.map((line) => line.split('\n')[0].replaceAll('\\', '/')).sort();
  const expected = [name, ...Object.keys(dependencies)].sort();
  if (installed.join() !== expected.join())
    throw new Error(`an install brings ${installed.join(', ')}, and should bring ${expected.join(', ')}`);
  const bytes = bytesOf(join(folder, 'node_modules'));
  const sum = `${installed.length} packages, ${(bytes / 1e6).toFixed(1)} MB, ${seconds} s`;
  if (bytes > MOST_BYTES) throw new Error(`an install takes more than ${MOST_BYTES / 1e6} MB: ${sum}`);
  console.log(`An install: ${sum}.`);
}

/** Compiles as Node and as bundlers find modules, with the types of Node or of browsers and of no other package. */
function compileAndRun() {
  npm(folder, 'install', '--silent', '--save-dev', `@types/node@${devDependencies['@types/node']}`);
  const ofNode = ['--lib', 'es2023', '--types', 'node'];
  const ofBrowser = ['--lib', 'es2023,dom', '--types', ''];
  const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler'];
  compile([`${name}/browser`], [...bundler, ...ofBrowser]);
  compile(entries, [...bundler, ...ofNode]);
  compile(entries, ['--module', 'nodenext', ...ofNode]);
  const printed = execFileSync(process.execPath, ['use.js'], { cwd: folder, encoding: 'utf8' });
  console.log(printed.trimEnd());
}

function compile(imported, options) {
  const lines = imported.map((entry, i) => `import * as entry${i} from '${entry}';`);
  const uses = imported.map(
    (entry, i) => `console.log('${entry}:', Object.keys(entry${i}).join(', ') || exit('${entry}'));`,
  );
  const exit = "function exit(entry: string): never { throw new Error(entry + ' exports nothing'); }";
  writeFileSync(join(folder, 'use.ts'), [...lines, ...uses, exit, ''].join('\n'));
  const checks = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'];
  tool('typescript', 'use.ts', '--target', 'es2023', '--ignoreConfig', ...checks, ...options);
}

function runCommand() {
  const command = join(folder, 'node_modules/.bin', name);
  const scenario = join(folder, 'node_modules', name, 'scenarios/office-hours.yaml');
  for (const words of [['--version'], ['simulate', scenario]]) {
    const printed = execFileSync(command, words, { cwd: folder, encoding: 'utf8' });
    console.log(printed.split('\n')[0]);
  }
}

/** Runs the command of a development tool, and shows what it prints only if it fails. */
function tool(packageName, ...words) {
  const { bin } = JSON.parse(readFileSync(join(root, 'node_modules', packageName, 'package.json'), 'utf8'));
  const script = join(root, 'node_modules', packageName, Object.values(bin)[0]);
  try {
    execFileSync(process.execPath, [script, ...words], { cwd: folder, stdio: 'pipe' });
  } catch (error) {
    throw new Error(`${packageName} found mistakes:\n${error.stdout}${error.stderr}`);
  }
}

function npm(cwd, ...words) {
  return execFileSync('npm', words, { cwd, encoding: 'utf8' });
}

function bytesOf(path) {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((below) => statSync(join(path, below)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}
