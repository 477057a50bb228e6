// Counts the source files and functions that run on three walks through tidemark, by V8's precise coverage.
//   node bench/walks.mjs [REVISION]
// The sources of the revision are translated file by file, so that each script is one file of src/. Module bodies and
// functions that ran only before a walk do not count.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'rolldown/utils';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}.bench/walks/`;
const revision = process.argv[2] ?? 'HEAD';

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const archive = execFileSync('git', ['archive', revision, 'src', 'test', 'package.json'], {
  cwd: root,
  maxBuffer: 1e9,
});
execFileSync('tar', ['-x', '-C', folder], { input: archive });
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!/\.tsx?$/.test(path)) continue;
  const { code } = transformSync(path, readFileSync(folder + path, 'utf8'), {
    typescript: { rewriteImportExtensions: 'rewrite' },
  });
  writeFileSync(folder + path.replace(/\.tsx?$/, '.js'), code);
}

const load = (path) => import(pathToFileURL(folder + path).href);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** Counts the files and functions that run during some work. */
async function walk(name, work) {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const prefix = pathToFileURL(`${folder}src/`).href;
  const files = result
    .filter(({ url }) => url.startsWith(prefix))
    .map(({ url, functions }) => ({
      path: url.slice(prefix.length),
      count: functions.filter(
        ({ functionName, ranges: [{ startOffset, count }] }) =>
          count > 0 && !(functionName === '' && startOffset === 0),
      ).length,
    }))
    .filter(({ count }) => count > 0);
  const sum = (some) => `${some.length} files, ${some.reduce((all, { count }) => all + count, 0)} functions`;
  const inside = files.filter(({ path }) => !path.startsWith('cli/'));
  console.log(
    `${name}: ${sum(files)}${inside.length === files.length ? '' : ` (outside cli/: ${sum(inside)})`}`,
  );
}

const rows = Array.from(
  { length: 2000 },
  (_, i) => `${new Date(Date.UTC(2026, 2, 2) + i * 300_000).toISOString()},${i % 288 < 100 ? 0.8 : 0}\n`,
);
const { run } = await load('test/cli/run.js');
const table = { 't.csv': `time,cpu_cores\n${rows.join('')}` };
await walk('from a CSV row to a recommendation', async () => {
  const { code, err } = await run(['plan', 't.csv', '--json'], table);
  if (code !== 0) throw new Error(err);
});

const { GatewayHarness } = await load('test/gateway/harness.js');
const harness = await GatewayHarness.start();
harness.advance(10_000);
await walk('from POST .../restart to the store', async () => {
  await harness.api.ok('POST', `/projects/${harness.projectId}/endpoints/${harness.endpointId}/restart`);
});
harness.advance(600_000);
await walk('from a start-up packet to a woken compute', async () => {
  const client = harness.client();
  const connecting = client.connect();
  await harness.knocked();
  harness.advance(1000);
  await connecting;
});
await harness.end();
rmSync(folder, { recursive: true, force: true });
