import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, cpus, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { svgOf, THEMES } from '../src/picture/index.ts';
import { measuredSizes, predictedSizes } from './reality/autoscaled.ts';
import { type Behaviour, median } from './reality/behaviour.ts';
import { compareColdCaches } from './reality/cold-cache.ts';
import { controlGroupsProblem } from './reality/control-group.ts';
import { experimentErrors, firstStepUpMs, usedMsPerQuery } from './reality/errors.ts';
import { EXPERIMENTS, type PlannedExperiment, pauseMs, withRate } from './reality/experiment.ts';
import { measured } from './reality/measured.ts';
import { realityPage } from './reality/page.ts';
import { realityCharts } from './reality/pictures.ts';
import { predicted } from './reality/predicted.ts';
import { connectionCpuMs, costOf, fillTables, meanCost } from './reality/queries.ts';
import {
  type ComparedExperiment,
  type ComparedPart,
  type ComparedShape,
  type ComparedSleep,
  keepReality,
  keptReality,
  type OtherDraws,
  type RealityResults,
} from './reality/results.ts';
import { hasServerBinaries, PostgresServer } from './reality/server.ts';
import { SHAPE_SECONDS, SHAPES, type Shape } from './reality/shapes.ts';
import { measuredWakes, predictedWakes, startTimesMs, WAKE_SECONDS } from './reality/wakes.ts';

/**
 * Compares a PostgreSQL server in a control group with what the simulator predicts for it. An argument asks for a part:
 * `one-size`, `autoscaler`, `cold-cache` or `wakes`, the name of a demand on one size, `short` for a minute that stores
 * nothing, `predict` to predict again what was measured, or `page` to write the page again.
 */

const DOCS = new URL('../../docs/', import.meta.url);
const PART_SECONDS = 5;
const PARTS = 4;
const SHORT_PARTS = 1;
/** How often a demand is simulated with other arrivals, to see what chance does. */
const DRAWS = 100;
const SHORT = ['open, 1 CU, 45%', 'open, 0.5 CU, 60%', 'connects, 1 CU, 60%', 'pgbench, 8 clients, 1 CU'];
/** The driver has a processor of its own, and the server another one. */
const DRIVER = '0';
const SERVER = '1';
const BOTH = '0-1';
const servers = new Set<PostgresServer>();

const part = process.argv[2] ?? 'all';
const PARTS_OF_ALL = ['all', 'one-size', 'autoscaler', 'cold-cache', 'wakes', 'short', 'predict', 'page'];
const missing = missingRequirement();
if (!PARTS_OF_ALL.includes(part) && EXPERIMENTS.every(({ name }) => name !== part)) {
  console.error(`${part} is no part: ask for ${PARTS_OF_ALL.join(', ')} or the name of a demand on one size`);
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
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      await Promise.all([...servers].map((server) => server.remove()));
      process.exit(130);
    });
  // The driver must not wait for other processes of the machine.
  setPriority(constants.priority.PRIORITY_HIGHEST);
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', DRIVER, String(process.pid)], {
    stdio: 'ignore',
  });
  await withServer(SERVER, (server) => (part === 'short' ? measureShort(server) : measureAll(server)));
}

/** Runs work with a server, which is removed after it, or at Ctrl-C. */
async function withServer<T>(processors: string, work: (server: PostgresServer) => Promise<T>): Promise<T> {
  const server = new PostgresServer(`tidemark-reality-${process.pid}-${processors}`);
  servers.add(server);
  try {
    server.group.onProcessors(processors);
    await server.start();
    await fillTables(server);
    return await work(server);
  } finally {
    servers.delete(server);
    await server.remove();
  }
}

/** Shows that all parts of a measurement work. So short a time says little about the models. */
async function measureShort(server: PostgresServer): Promise<void> {
  const connection = await connectionCpuMs(server, 'sum');
  const chosen = EXPERIMENTS.filter(({ name }) => SHORT.includes(name));
  for (const planned of chosen) {
    const compared = await compareExperiment(planned, server, connection, SHORT_PARTS);
    const { throughput, cpu, p95 } = experimentErrors(compared);
    const words = Object.entries({ throughput, cpu, p95 }).map(
      ([of, error]) => `${of} ${(error * 100).toFixed(0)}%`,
    );
    console.log(`${planned.name}: prediction less measurement: ${words.join(', ')}`);
  }
}

async function measureAll(server: PostgresServer): Promise<void> {
  const asked = (name: string) => part === 'all' || part === name;
  if (asked('one-size')) keepReality(await serverItself(server));
  await compareExperiments(
    server,
    EXPERIMENTS.filter(({ name }) => asked('one-size') || part === name),
  );
  if (asked('autoscaler')) await compareShapes(server);
  if (asked('cold-cache')) keepReality({ coldCaches: await compareColdCaches(server) });
  if (asked('wakes')) keepReality({ sleeping: await compareSleeping(server) });
  await writePage();
}

async function serverItself(server: PostgresServer): Promise<Partial<RealityResults>> {
  return {
    machine: `${cpus().length} of ${cpus()[0]?.model.trim() ?? 'unknown kind'}`,
    server: await versionOf(server),
    partSeconds: PART_SECONDS,
    connectionCpuMs: await connectionCpuMs(server, 'sum'),
    idleVcpu: await idleVcpuOf(server),
  };
}

async function compareExperiments(
  server: PostgresServer,
  planned: readonly PlannedExperiment[],
): Promise<void> {
  if (planned.length === 0) return;
  const connection = await connectionCpuMs(server, 'sum');
  const compared: ComparedExperiment[] = [];
  for (const one of planned) {
    console.log(one.name);
    compared.push(await compareExperiment(one, server, connection, PARTS));
  }
  keepReality({ experiments: inOrder(EXPERIMENTS, [...compared, ...(keptReality()?.experiments ?? [])]) });
}

/** Returns the first result of each name. */
function inOrder<Result extends { readonly name: string }>(
  planned: readonly { readonly name: string }[],
  results: readonly Result[],
): Result[] {
  return planned.flatMap(({ name }) => results.find((one) => one.name === name) ?? []);
}

async function compareExperiment(
  planned: PlannedExperiment,
  server: PostgresServer,
  connection: number,
  count: number,
): Promise<ComparedExperiment> {
  const { query, demand } = planned;
  const usual = await costOf(server, query);
  const paceMs = pauseMs(withRate(planned, usual.cpuMs, connection), usual.tookMs);
  const connectionMs = demand.kind === 'connects' ? await connectionCpuMs(server, query, paceMs) : connection;
  let before = await costOf(server, query, paceMs);
  const experiment = withRate(planned, before.cpuMs, connectionMs);
  const compared = { ...planned, asked: experiment.demand, connectionCpuMs: connectionMs };
  const parts: MeasuredPart[] = [];
  for (let seed = 0; seed < count; seed++) {
    const { arrivalsMs } = predicted(
      experiment,
      { seed, cost: before, connectionCpuMs: connectionMs },
      PART_SECONDS,
    );
    const [first, second] = [
      await measured(experiment, server, arrivalsMs, PART_SECONDS),
      await measured(experiment, server, arrivalsMs, PART_SECONDS),
    ];
    const after = await costOf(server, query, paceMs);
    parts.push({ seed, alone: meanCost([before, after]), measured: [first, second] });
    before = after;
  }
  return predictedExperiment({ ...compared, parts });
}

type MeasuredPart = Omit<ComparedPart, 'predicted'>;

/** An experiment before its prediction. */
interface MeasuredExperiment extends Omit<ComparedExperiment, 'parts' | 'otherP95Ms'> {
  readonly parts: readonly MeasuredPart[];
}

function predictedExperiment(one: MeasuredExperiment): ComparedExperiment {
  const { parts } = one;
  const otherP95Ms = nineInTen(
    otherSeeds().map((n) =>
      median(parts.map((part) => predictedPart(one, { ...part, seed: n * parts.length + part.seed }).p95Ms)),
    ),
  );
  return {
    ...one,
    parts: parts.map((part) => ({ ...part, predicted: predictedPart(one, part) })),
    otherP95Ms,
  };
}

/** Seeds of simulations with other arrivals. The server is compared with seed 0. */
function otherSeeds(): number[] {
  return Array.from({ length: DRAWS }, (_, n) => n + 1);
}

/** The range that holds nine in ten values. */
function nineInTen(values: readonly number[]): OtherDraws {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] as number;
  return { low: at(0.05), high: at(0.95) };
}

/** Predicts a part from the processor time that a query took in it, by the accounting of the control group. */
function predictedPart(
  { connectionCpuMs: aloneMs, ...one }: MeasuredExperiment,
  { seed, alone, measured }: MeasuredPart,
): Behaviour {
  const usedMs = usedMsPerQuery(measured);
  const connectionShare = one.asked.kind === 'connects' ? aloneMs / (aloneMs + alone.cpuMs) : 0;
  const cpuMs = usedMs * (1 - connectionShare);
  const cost = { ...alone, cpuMs, tookMs: cpuMs + alone.tookMs - alone.cpuMs };
  const known = { seed, cost, connectionCpuMs: usedMs * connectionShare };
  return predicted({ ...one, demand: one.asked }, known, PART_SECONDS).behaviour;
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
      keepReality({ shapes: inOrder(SHAPES, [...compared, ...(keptReality()?.shapes ?? [])]) });
    }
  });
}

async function compareShape(shape: Shape, server: PostgresServer): Promise<ComparedShape> {
  const alone = await costOf(server, 'sum');
  const rateCpuMs = alone.cpuMs;
  const { arrivalsMs } = predictedSizes(shape, { seed: 0, cost: alone, rateCpuMs });
  const measurement = await measuredSizes(server, arrivalsMs);
  const { cpuMs } = measurement;
  const cost = { ...alone, cpuMs, tookMs: cpuMs + alone.tookMs - alone.cpuMs };
  return predictedShape(shape, { cost, rateCpuMs, measured: measurement });
}

function predictedShape(
  shape: Shape,
  known: Pick<ComparedShape, 'cost' | 'rateCpuMs' | 'measured'>,
): ComparedShape {
  const { arrivalsMs: _, ...predicted } = predictedSizes(shape, { ...known, seed: 0 });
  const { name, isJudged } = shape;
  const others = otherSeeds().map((seed) => predictedSizes(shape, { ...known, seed }));
  return {
    name,
    isJudged,
    seconds: SHAPE_SECONDS,
    ...known,
    predicted,
    otherDraws: nineInTen(others.map(({ cuHours }) => cuHours)),
    otherStepsMs: nineInTen(others.map((one) => firstStepUpMs(one) ?? SHAPE_SECONDS * 1000)),
  };
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
  const experiments = kept.experiments.map(predictedExperiment);
  const shapes = kept.shapes.map((one) => {
    const shape = SHAPES.find(({ name }) => name === one.name);
    return shape === undefined ? one : predictedShape(shape, one);
  });
  keepReality({ experiments, shapes });
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
