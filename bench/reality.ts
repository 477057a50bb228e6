import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, setPriority } from 'node:os';
import { svgOf, THEMES } from '../src/picture/index.ts';
import { measuredSizes, predictedSizes } from './reality/autoscaled.ts';
import { whatControlGroupsLack } from './reality/control-group.ts';
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
} from './reality/results.ts';
import { hasServerBinaries, PostgresServer } from './reality/server.ts';
import { SHAPE_SECONDS, SHAPES } from './reality/shapes.ts';
import { measuredWakes, predictedWakes, startTimesMs, WAKE_SECONDS } from './reality/wakes.ts';

/** Compares a PostgreSQL server in a control group with what the simulator predicts for it. */

const DOCS = new URL('../../docs/', import.meta.url);
/** `one-size`, `autoscaler`, `wakes`, or `page` to write the page again. Everything without a word. */
const only = process.argv[2] ?? 'all';
const seconds = Number(process.argv[3] ?? 60);

if (only !== 'page') await measureAll();
await writePage();

async function measureAll(): Promise<void> {
  const lacking = hasServerBinaries() ? whatControlGroupsLack() : 'no PostgreSQL server is installed';
  if (lacking !== null) {
    console.error(`nothing was measured: ${lacking}`);
    process.exit(1);
  }
  // The driver must not wait for other processes of the machine.
  setPriority(-20);
  const server = new PostgresServer(`tidemark-reality-${process.pid}`);
  try {
    server.group.onProcessors('1');
    await server.start();
    await fillTables(server);
    const connection = await connectionCpuMs(server);
    const kept = keptReality();
    keepReality({
      schema: 'tidemark/reality',
      version: 1,
      machine: `${cpus().length} of ${cpus()[0]?.model.trim() ?? 'unknown kind'}`,
      server: await versionOf(server),
      seconds,
      connectionCpuMs: connection,
      idleVcpu: await idleVcpuOf(server),
      experiments: asked('one-size')
        ? await compareExperiments(server, connection)
        : (kept?.experiments ?? []),
      shapes: asked('autoscaler') ? await compareShapes(server) : (kept?.shapes ?? []),
      sleeping: asked('wakes') ? await compareSleeping(server) : (kept?.sleeping ?? null),
    });
  } finally {
    await server.remove();
  }
}

async function compareExperiments(server: PostgresServer, connection: number): Promise<ComparedExperiment[]> {
  const compared: ComparedExperiment[] = [];
  for (const planned of EXPERIMENTS) {
    compared.push(await compareExperiment(planned, server, connection));
    console.log(planned.name);
  }
  return compared;
}

async function compareExperiment(
  planned: PlannedExperiment,
  server: PostgresServer,
  connection: number,
): Promise<ComparedExperiment> {
  const before = await costOf(server, planned.query);
  const experiment = withRate(planned, before.cpuMs, connection);
  const { arrivalsMs } = predicted(experiment, before, connection, seconds);
  if (planned.vcpu > 1) server.group.onProcessors('0-1');
  const measurement = await measured(experiment, server, arrivalsMs, seconds);
  server.group.onProcessors('1');
  // The speed of a shared machine drifts, so the cost is that around the measurement.
  const cost = meanCost(before, await costOf(server, planned.query));
  const { arrivalsMs: _, ...prediction } = predicted(experiment, cost, connection, seconds);
  return { ...planned, cost, measured: measurement, predicted: prediction };
}

async function compareShapes(server: PostgresServer): Promise<ComparedShape[]> {
  const compared: ComparedShape[] = [];
  for (const shape of SHAPES) {
    const { arrivalsMs, ...prediction } = predictedSizes(shape, await costOf(server, 'sum'));
    const measurement = await measuredSizes(server, arrivalsMs);
    compared.push({ name: shape.name, seconds: SHAPE_SECONDS, measured: measurement, predicted: prediction });
    console.log(shape.name);
  }
  return compared;
}

async function compareSleeping(server: PostgresServer): Promise<ComparedSleep> {
  // The gateway shares the processors, as on a small machine.
  server.group.onProcessors('0-1');
  const startsMs = await startTimesMs(server, 20);
  const { arrivalsMs, ...prediction } = predictedWakes(startsMs);
  const measurement = await measuredWakes(server, arrivalsMs);
  return { seconds: WAKE_SECONDS, startsMs, measured: measurement, predicted: prediction };
}

/** Whether this part is measured. */
function asked(part: 'one-size' | 'autoscaler' | 'wakes'): boolean {
  return only === 'all' || only === part;
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
  await new Promise((resolve) => setTimeout(resolve, forMs));
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
