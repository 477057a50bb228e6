import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, cpus, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { svgOf, THEMES } from '../src/picture/index.ts';
import { measuredBackground } from './reality/background.ts';
import { compareColdCaches, predictedFilling } from './reality/cold-cache.ts';
import { compareExperiment, PART_SECONDS, predictedExperiment } from './reality/compared-experiment.ts';
import { compareShape, predictedShape } from './reality/compared-shape.ts';
import { controlGroupsProblem } from './reality/control-group.ts';
import { experimentErrors, isUnsteady, isUnsteadyShape, MOST_TRIES } from './reality/errors.ts';
import { EXPERIMENTS, type PlannedExperiment } from './reality/experiment.ts';
import { quotaOverrunMs } from './reality/overrun.ts';
import { realityPage } from './reality/page.ts';
import { realityCharts } from './reality/pictures.ts';
import { closingShare, connectionCpuMs, fillTables } from './reality/queries.ts';
import { quotaChanges } from './reality/quota-changes.ts';
import { type ComparedSleep, keepReality, keptReality, type RealityResults } from './reality/results.ts';
import { hasServerBinaries, PostgresServer } from './reality/server.ts';
import { SHAPES, type Shape } from './reality/shapes.ts';
import { measuredWakes, otherWakes, predictedWakes, startTimesMs, WAKE_SECONDS } from './reality/wakes.ts';

/**
 * Compares a PostgreSQL server in a control group with what the simulator predicts for it. An argument asks for a part:
 * `server`, `one-size`, `autoscaler`, `cold-cache`, `wakes` or `background`, the name of a demand, `unsteady` for those
 * during which the machine changed its speed, `short` for two minutes that store nothing, `predict` to predict again
 * what was measured, or `page` to write the page again.
 */

const DOCS = new URL('../../docs/', import.meta.url);
const FULL = { parts: 5, tries: MOST_TRIES } as const;
const BRIEF = { parts: 1, tries: 1 } as const;
const SHORT = ['open, 1 CU, 45%', 'open, 0.5 CU, 60%', 'connects, 1 CU, 60%', 'pgbench, 8 clients, 1 CU'];
/** The driver has a processor of its own, and the server another one. */
const DRIVER = '0';
const SERVER = '1';
const BOTH = '0-1';

const part = process.argv[2] ?? 'all';
const MEASURED = ['server', 'one-size', 'autoscaler', 'cold-cache', 'wakes', 'background'];
const PARTS_OF_ALL = ['all', ...MEASURED, 'unsteady', 'short', 'predict', 'page'];
const missing = missingRequirement();
if (!PARTS_OF_ALL.includes(part) && [...EXPERIMENTS, ...SHAPES].every(({ name }) => name !== part)) {
  console.error(`${part} is no part: ask for ${PARTS_OF_ALL.join(', ')} or the name of a demand`);
  process.exitCode = 2;
} else if (part === 'page') await writePage();
else if (part === 'predict') await predictAgain();
else if (missing !== null) console.log(`nothing is measured: ${missing}`);
else await measure();

function missingRequirement(): string | null {
  if (!hasServerBinaries()) return 'no PostgreSQL server is installed';
  if (cpus().length < 2) return 'the driver and the server need a processor each';
  return controlGroupsProblem();
}

async function measure(): Promise<void> {
  // The driver must not wait for other processes of the machine.
  setPriority(constants.priority.PRIORITY_HIGHEST);
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', DRIVER, String(process.pid)], {
    stdio: 'ignore',
  });
  const server = new PostgresServer(`tidemark-reality-${process.pid}`);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      // Queries fail when the server stops, and nobody waits for them any more.
      process.on('unhandledRejection', () => {});
      await server.remove();
      process.exit(130);
    });
  try {
    server.group.onProcessors(SERVER);
    await server.start();
    await fillTables(server);
    await (part === 'short' ? measureShort(server) : measureAll(server));
  } finally {
    await server.remove();
  }
}

/** Shows that all parts of a measurement work. So short a time says little about the models. */
async function measureShort(server: PostgresServer): Promise<void> {
  const connection = await connectionCpuMs(server, 'sum');
  const chosen = EXPERIMENTS.filter(({ name }) => SHORT.includes(name));
  for (const planned of chosen) {
    const compared = await compareExperiment(planned, server, connection, BRIEF);
    const { throughput, cpu, p95 } = experimentErrors(compared);
    const words = Object.entries({ throughput, cpu, p95 }).map(
      ([of, error]) => `${of} ${(error * 100).toFixed(0)}%`,
    );
    console.log(`${planned.name}: prediction less measurement: ${words.join(', ')}`);
  }
}

async function measureAll(server: PostgresServer): Promise<void> {
  const asked = (name: string) => part === 'all' || part === name;
  if (asked('one-size') || part === 'server') keepReality(await serverItself(server));
  const again = new Set(part === 'unsteady' ? namesOfUnsteady() : []);
  await compareExperiments(
    server,
    EXPERIMENTS.filter(({ name }) => asked('one-size') || part === name || again.has(name)),
  );
  await compareShapes(
    server,
    SHAPES.filter(({ name }) => asked('autoscaler') || part === name || again.has(name)),
  );
  if (asked('background')) keepReality({ background: await measuredBackground(server) });
  if (asked('cold-cache')) keepReality({ coldCaches: await compareColdCaches(server) });
  if (asked('wakes')) keepReality({ sleeping: await compareSleeping(server) });
  // From here on, predictions know what was measured as it is kept, in five digits.
  await predictAgain();
}

/** The demands and shapes during which the machine changed its speed too much. */
function namesOfUnsteady(): string[] {
  const { experiments = [], shapes = [] } = keptReality() ?? {};
  return [...experiments.filter(isUnsteady), ...shapes.filter(isUnsteadyShape)].map(({ name }) => name);
}

async function serverItself(server: PostgresServer): Promise<Partial<RealityResults>> {
  return {
    machine: `${cpus().length} of ${cpus()[0]?.model.trim() ?? 'unknown kind'}`,
    server: await versionOf(server),
    partSeconds: PART_SECONDS,
    connectionCpuMs: await connectionCpuMs(server, 'sum'),
    closingShares: [await closingShare(server, 'sum'), await closingShare(server, 'scan')],
    idleVcpu: await idleVcpuOf(server),
    quotaOverrunMs: await quotaOverrunMs(server.group),
    quotaChanges: await quotaChanges(server.group),
  };
}

async function compareExperiments(
  server: PostgresServer,
  planned: readonly PlannedExperiment[],
): Promise<void> {
  if (planned.length === 0) return;
  const connection = await connectionCpuMs(server, 'sum');
  for (const one of planned) {
    console.log(one.name);
    const compared = await compareExperiment(one, server, connection, FULL);
    keepReality({ experiments: inOrder(EXPERIMENTS, [compared, ...(keptReality()?.experiments ?? [])]) });
  }
}

/** Returns the first result of each name. */
function inOrder<Result extends { readonly name: string }>(
  planned: readonly { readonly name: string }[],
  results: readonly Result[],
): Result[] {
  return planned.flatMap(({ name }) => results.find((one) => one.name === name) ?? []);
}

/** Measures one shape at a time, so that the driver has a processor of its own. Keeps each result at once. */
async function compareShapes(server: PostgresServer, planned: readonly Shape[]): Promise<void> {
  for (const shape of planned) {
    console.log(shape.name);
    const compared = await compareShape(shape, server);
    keepReality({ shapes: inOrder(SHAPES, [compared, ...(keptReality()?.shapes ?? [])]) });
  }
}

async function compareSleeping(server: PostgresServer): Promise<ComparedSleep> {
  // The gateway shares the processors, as on a small machine.
  server.group.onProcessors(BOTH);
  const startsMs = await startTimesMs(server, 20);
  return predictedSleep({ seconds: WAKE_SECONDS, startsMs, measured: await measuredWakes(server) });
}

function predictedSleep(one: Pick<ComparedSleep, 'seconds' | 'startsMs' | 'measured'>): ComparedSleep {
  return { ...one, predicted: predictedWakes(one.startsMs), otherDraws: otherWakes(one.startsMs) };
}

/** Predicts what was measured once more, with the models as they are now. */
async function predictAgain(): Promise<void> {
  const kept = keptReality();
  if (kept === null) return;
  const experiments = kept.experiments.map(predictedExperiment);
  const shapes = kept.shapes.map((one) => {
    const shape = SHAPES.find(({ name }) => name === one.name);
    return shape === undefined ? one : predictedShape(shape, one);
  });
  const coldCaches = kept.coldCaches.map((one) => ({ ...one, predicted: predictedFilling(one).filling }));
  const sleeping = kept.sleeping === null ? null : predictedSleep(kept.sleeping);
  keepReality({ experiments, shapes, coldCaches, sleeping });
  await writePage();
}

async function versionOf(server: PostgresServer): Promise<string> {
  const client = await server.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return `PostgreSQL ${rows[0]?.server_version.split(' ')[0]}`;
}

/** Measures the work of a server without clients. */
async function idleVcpuOf({ group }: PostgresServer): Promise<number> {
  const forMs = 10_000;
  const usedMs = group.usedMs();
  await sleep(forMs);
  return (group.usedMs() - usedMs) / forMs;
}

async function writePage(): Promise<void> {
  const results = keptReality();
  if (results === null) return;
  const font = (name: string) => readFileSync(new URL(`../../fonts/${name}`, import.meta.url));
  const fonts = { regular: font('Inter-Regular.ttf'), semiBold: font('Inter-SemiBold.ttf') };
  writeFileSync(new URL('reality.md', DOCS), realityPage(results));
  for (const chart of realityCharts(results, THEMES.light))
    writeFileSync(new URL(`${chart.name}.svg`, DOCS), await svgOf(chart, THEMES.light, fonts));
}
