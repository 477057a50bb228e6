import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { svgOf, THEMES } from '../src/picture/index.ts';
import { measuredSizes, predictedSizes } from './reality/autoscaled.ts';
import { controlGroupsProblem } from './reality/control-group.ts';
import { experimentErrors } from './reality/errors.ts';
import { EXPERIMENTS, type PlannedExperiment, withRate } from './reality/experiment.ts';
import { measured } from './reality/measured.ts';
import { realityPage } from './reality/page.ts';
import { latencyChart, sizesChart } from './reality/pictures.ts';
import { predicted } from './reality/predicted.ts';
import { connectionCpuMs, costOf, fillTables, meanCost } from './reality/queries.ts';
import {
  type ComparedExperiment,
  type ComparedShape,
  type ComparedSleep,
  keepReality,
  keptReality,
  type RealityResults,
} from './reality/results.ts';
import { hasServerBinaries, PostgresServer } from './reality/server.ts';
import { SHAPE_SECONDS, SHAPES, type Shape } from './reality/shapes.ts';
import { measuredWakes, predictedWakes, startTimesMs, WAKE_SECONDS } from './reality/wakes.ts';

/**
 * Compares a PostgreSQL server in a control group with what the simulator predicts for it. An argument asks for a part:
 * `one-size`, `autoscaler` or `wakes`, `short` for a minute that stores nothing, `predict` to predict again what was measured, or
 * `page` to write the page again.
 */

const DOCS = new URL('../../docs/', import.meta.url);
const SECONDS = 20;
const SHORT_SECONDS = 8;
const SHORT = ['open, 1 CU, 45%', 'open, 0.5 CU, 60%', 'connects, 1 CU, 60%', 'pgbench, 8 clients, 1 CU'];
/** The driver has a processor of its own, and the server another one. */
const DRIVER = '0';
const SERVER = '1';
const BOTH = '0-1';

const part = process.argv[2] ?? 'all';
const missing = missingRequirement();
if (part === 'page') await writePage();
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
  setPriority(-20);
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', DRIVER, String(process.pid)], {
    stdio: 'ignore',
  });
  await withServer(SERVER, (server) => (part === 'short' ? measureShort(server) : measureAll(server)));
}

/** Runs work with a server, which is removed after it, or at Ctrl-C. */
async function withServer<T>(processors: string, work: (server: PostgresServer) => Promise<T>): Promise<T> {
  const server = new PostgresServer(`tidemark-reality-${process.pid}-${processors}`);
  const interrupted = () => void server.remove().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    server.group.onProcessors(processors);
    await server.start();
    await fillTables(server);
    return await work(server);
  } finally {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
    await server.remove();
  }
}

/** Shows that all parts of a measurement work. So short a time says little about the models. */
async function measureShort(server: PostgresServer): Promise<void> {
  const connection = await connectionCpuMs(server);
  const chosen = EXPERIMENTS.filter(({ name }) => SHORT.includes(name));
  for (const planned of chosen) {
    const compared = await compareExperiment(planned, server, connection, SHORT_SECONDS);
    const { throughput, cpu, p95 } = experimentErrors(compared);
    const words = Object.entries({ throughput, cpu, p95 }).map(
      ([of, error]) => `${of} ${(error * 100).toFixed(0)}%`,
    );
    console.log(`${planned.name}: prediction less measurement: ${words.join(', ')}`);
  }
}

async function measureAll(server: PostgresServer): Promise<void> {
  const asked = (name: string) => part === 'all' || part === name;
  if (asked('one-size')) keepReality(await compareOneSize(server));
  if (asked('autoscaler')) await compareShapes(server);
  if (asked('wakes')) keepReality({ sleeping: await compareSleeping(server) });
  await writePage();
}

async function compareOneSize(server: PostgresServer): Promise<Partial<RealityResults>> {
  const connection = await connectionCpuMs(server);
  return {
    machine: `${cpus().length} of ${cpus()[0]?.model.trim() ?? 'unknown kind'}`,
    server: await versionOf(server),
    seconds: SECONDS,
    connectionCpuMs: connection,
    idleVcpu: await idleVcpuOf(server),
    experiments: await compareExperiments(server, connection),
  };
}

async function compareExperiments(server: PostgresServer, connection: number): Promise<ComparedExperiment[]> {
  const compared: ComparedExperiment[] = [];
  for (const planned of EXPERIMENTS) {
    console.log(planned.name);
    compared.push(await compareExperiment(planned, server, connection, SECONDS));
  }
  return compared;
}

async function compareExperiment(
  planned: PlannedExperiment,
  server: PostgresServer,
  connection: number,
  seconds: number,
): Promise<ComparedExperiment> {
  const before = await costOf(server, planned.query);
  const experiment = withRate(planned, before.cpuMs, connection);
  const { arrivalsMs } = predicted(experiment, before, connection, seconds);
  if (planned.vcpu > 1) server.group.onProcessors(BOTH);
  const measurement = await measured(experiment, server, arrivalsMs, seconds);
  server.group.onProcessors(SERVER);
  // The speed of a shared machine drifts, so the cost is that around the measurement.
  const cost = meanCost(before, await costOf(server, planned.query));
  const { arrivalsMs: _, ...prediction } = predicted(experiment, cost, connection, seconds);
  return { ...planned, asked: experiment.demand, cost, measured: measurement, predicted: prediction };
}

/**
 * Two shapes at a time, because each takes ten minutes. The second server shares the processor of the driver. Each pair
 * is kept at once.
 */
async function compareShapes(server: PostgresServer): Promise<void> {
  await withServer(DRIVER, async (other) => {
    for (let n = 0; n < SHAPES.length; n += 2) {
      const pair = SHAPES.slice(n, n + 2);
      console.log(pair.map(({ name }) => name).join(', '));
      const compared = await Promise.all(
        pair.map((shape, i) => compareShape(shape, i === 0 ? server : other)),
      );
      const kept = keptReality()?.shapes ?? [];
      const all = [...compared, ...kept];
      keepReality({ shapes: SHAPES.flatMap(({ name }) => all.find((one) => one.name === name) ?? []) });
    }
  });
}

async function compareShape(shape: Shape, server: PostgresServer): Promise<ComparedShape> {
  const before = await costOf(server, 'sum');
  const { arrivalsMs } = predictedSizes(shape, before, before.cpuMs);
  const measurement = await measuredSizes(server, arrivalsMs);
  const cost = meanCost(before, await costOf(server, 'sum'));
  const { arrivalsMs: _, ...prediction } = predictedSizes(shape, cost, before.cpuMs);
  return { name: shape.name, seconds: SHAPE_SECONDS, measured: measurement, predicted: prediction };
}

async function compareSleeping(server: PostgresServer): Promise<ComparedSleep> {
  // The gateway shares the processors, as on a small machine.
  server.group.onProcessors(BOTH);
  const startsMs = await startTimesMs(server, 20);
  const { arrivalsMs, ...prediction } = predictedWakes(startsMs);
  const measurement = await measuredWakes(server, arrivalsMs);
  return { seconds: WAKE_SECONDS, startsMs, measured: measurement, predicted: prediction };
}

/** Predicts what was measured once more, with the models as they are now. */
async function predictAgain(): Promise<void> {
  const kept = keptReality();
  if (kept === null) return;
  const experiments = kept.experiments.map((one) => {
    const experiment = { ...one, demand: one.asked };
    const { arrivalsMs: _, ...prediction } = predicted(
      experiment,
      one.cost,
      kept.connectionCpuMs,
      kept.seconds,
    );
    return { ...one, predicted: prediction };
  });
  keepReality({ experiments });
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
  for (const chart of [latencyChart(results, THEMES.light), sizesChart(results, THEMES.light)])
    writeFileSync(new URL(`${chart.name}.svg`, DOCS), await svgOf(chart, THEMES.light, fonts));
}
