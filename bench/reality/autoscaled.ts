import {
  DEFAULT_AUTOSCALER,
  inCountedTime,
  LOAD_TICK_MS,
  Scaling,
  type ScalingAlarm,
  type ScalingPorts,
} from '../../src/compute/index.ts';
import { cuOf, HOUR_MS, type QuarterCu, quarterCu, SECOND_MS } from '../../src/facts/index.ts';
import { readDocument, readScenario } from '../../src/scenario/index.ts';
import { Run, type RunEvent, resultOf, type Simulation } from '../../src/simulator/index.ts';
import { quantile } from './behaviour.ts';
import { driveArrivals, latenciesOf, queued } from './drivers.ts';
import { Looks } from './looks.ts';
import { cpuField, milliseconds, QUERIES, type QueryCost, type QueryName } from './queries.ts';
import type { PostgresServer } from './server.ts';
import { SHAPE_SECONDS, type Shape } from './shapes.ts';

/** The largest size is one processor, so that others of the machine are left for the driver. */
export const RANGE = { min: 0.25, max: 1 } as const;
/** As many queries as can be active at once. */
const CONNECTIONS = 60;
const QUERY: QueryName = 'sum';

/** The size of a compute over time. */
export interface Trajectory {
  readonly sizes: readonly { readonly atMs: number; readonly cu: number }[];
  readonly cuHours: number;
  readonly p95Ms: number;
  /** The one-minute load average that the autoscaler reads, every five seconds. */
  readonly load: readonly number[];
}

/** A trajectory, and the processor time that queries took on average. */
export interface MeasuredTrajectory extends Trajectory {
  readonly cpuMs: number;
}

export interface PredictedTrajectory extends MeasuredTrajectory {
  readonly arrivalsMs: readonly number[];
}

/** The CU-hours of a load whose queries come at random, and evenly. */
export interface LoadCuHours {
  readonly random: number;
  readonly even: number;
}

/** All that a prediction knows beside the shape. */
export interface KnownOfShape {
  readonly seed: number;
  readonly cost: QueryCost;
  /** The processor time of a query by which the rate was chosen. */
  readonly rateCpuMs: number;
}

/** Simulates a shape. The driver sends its queries at the times of the arrivals. */
export function predictedSizes(shape: Shape, { seed, cost, rateCpuMs }: KnownOfShape): PredictedTrajectory {
  const arrivalsMs: number[] = [];
  const sizes: { atMs: number; cu: number }[] = [{ atMs: 0, cu: RANGE.min }];
  const note = ({ kind, atMs, cu }: RunEvent) => {
    if (kind === 'connection.opened') arrivalsMs.push(atMs);
    if (kind === 'resized') sizes.push({ atMs, cu: cu as number });
  };
  const simulation = simulationOf(
    {
      kind: 'arrivals',
      route: 'pooler',
      perSecond: stepsOf(shape, SECOND_MS / rateCpuMs),
      query: {
        cpu: cpuField(cost),
        wait: milliseconds(Math.max(0, cost.tookMs - cost.cpuMs)),
      },
    },
    { poolSize: CONNECTIONS },
  );
  const run = new Run({ ...simulation, seed }, note);
  const load: number[] = [];
  for (let atMs = LOAD_TICK_MS; atMs < simulation.horizonMs; atMs += LOAD_TICK_MS) {
    // The events of an instant come after a run that ends there.
    run.advance(atMs + 1);
    load.push(run.computes[0]?.scaling.load1At(atMs) ?? Number.NaN);
  }
  run.advance(simulation.horizonMs);
  const { computes, totals } = resultOf(run);
  const p95Ms = (computes[0]?.queries.addedDelayMs.p95 ?? Number.NaN) + cost.tookMs;
  const usedMs = (computes[0]?.cpu.usedCpuHours ?? Number.NaN) * HOUR_MS;
  const cpuMs = usedMs / (computes[0]?.queries.done ?? Number.NaN);
  return { sizes, cuHours: totals.cuHours, p95Ms, load, cpuMs, arrivalsMs };
}

/** The CU-hours of a load with the same rates, by whether its queries come at random. */
export function predictedLoadCuHours(
  shape: Shape,
  { cpuMs, rateCpuMs }: { readonly cpuMs: number; readonly rateCpuMs: number },
): LoadCuHours {
  const vcpu = stepsOf(shape, cpuMs / rateCpuMs);
  const cuHours = (randomArrivals: boolean) => {
    const demand = { kind: 'load', vcpu, cpuPerQuery: milliseconds(cpuMs) };
    const run = new Run(simulationOf(demand, { randomArrivals }));
    run.advance(SHAPE_SECONDS * SECOND_MS);
    return resultOf(run).totals.cuHours;
  };
  return { random: cuHours(true), even: cuHours(false) };
}

function stepsOf({ steps }: Shape, perVcpu: number): object {
  return { steps: steps.map(({ atSeconds, vcpu }) => ({ at: `${atSeconds}s`, value: vcpu * perVcpu })) };
}

function simulationOf(demand: object, assumptions: object): Simulation {
  const fields = {
    why: 'Does the autoscaler move as predicted?',
    horizon: `${SHAPE_SECONDS}s`,
    compute: { ...RANGE, suspendAfter: 'off' },
    assumptions: { burst: false, ...assumptions },
    demand: [{ name: 'queries', ...demand }],
  };
  return readScenario(readDocument(JSON.stringify(fields), 'shape.json')).simulation;
}

/** Lets the autoscaler of the simulator change the quota of a real server, by the server's own load and memory. */
export async function measuredSizes(
  server: PostgresServer,
  arrivalsMs: readonly number[],
): Promise<MeasuredTrajectory> {
  const { group } = server;
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => server.connect()));
  await Promise.all(connections.map((connection) => connection.query(QUERIES[QUERY])));
  const looks = new Looks(group);
  group.limitTo(RANGE.min);
  const startMs = performance.now();
  // Linux counts a tick of its clock later than every five seconds, so its counts fall on all parts of a quota's period.
  const nowMs = () => Math.floor(inCountedTime(performance.now() - startMs));
  const sizes = [{ atMs: 0, cu: RANGE.min as number }];
  const load: number[] = [];
  const timers = new Map<ScalingAlarm, NodeJS.Timeout>();
  const ports: ScalingPorts = {
    schedule(alarm, atMs) {
      clearTimeout(timers.get(alarm));
      // A timer of Node can fire a moment early.
      const fire = () => {
        if (nowMs() < atMs) return void setTimeout(fire, 1);
        scaling[alarm](atMs);
        if (alarm === 'tick') load.push(scaling.load1At(atMs));
      };
      timers.set(alarm, setTimeout(fire, atMs - nowMs()));
    },
    cancel: (alarm) => clearTimeout(timers.get(alarm)),
    bounds: { minQuarterCu: quarterCu(RANGE.min), maxQuarterCu: quarterCu(RANGE.max) },
    accepts: true,
    flows: true,
    moves: true,
    cacheMoves: false,
    flowChangesMs: 0,
    runnableAt: () => looks.latest,
    runnableFollowsSize: true,
    get nonReclaimableBytes() {
      return group.memoryBytes();
    },
    cachedBytes: 0,
    workingSetBytes: 0,
    lastReadMs: 0,
    settle: () => {},
    fit: () => {},
    resized(size: QuarterCu) {
      const cu = cuOf(size);
      sizes.push({ atMs: nowMs(), cu });
      group.limitTo(cu === 1 ? null : cu);
    },
    downscaleDenied: () => {},
  };
  const scaling = new Scaling(DEFAULT_AUTOSCALER, ports, quarterCu(RANGE.min), true);
  scaling.begin(0);
  const usedMs = group.usedMs();
  // The ticks of the real server come later than those of the simulation, and the queries by as much, so that both
  // servers count the same queries.
  const askedMs = arrivalsMs.map((ms) => ms / inCountedTime(1));
  const answers = await driveArrivals(askedMs, queued(connections, QUERIES[QUERY]));
  const cpuMs = (group.usedMs() - usedMs) / answers.length;
  scaling.end(nowMs());
  looks.end();
  group.limitTo(null);
  await Promise.all(connections.map((connection) => connection.end()));
  return {
    sizes,
    cuHours: cuHoursOf(sizes),
    p95Ms: quantile(latenciesOf(answers), 0.95),
    load,
    cpuMs,
  };
}

function cuHoursOf(sizes: Trajectory['sizes']): number {
  const ms = sizes.map(({ atMs, cu }, n) => {
    const untilMs = Math.min(sizes[n + 1]?.atMs ?? Number.POSITIVE_INFINITY, SHAPE_SECONDS * SECOND_MS);
    return cu * Math.max(0, untilMs - atMs);
  });
  return ms.reduce((sum, one) => sum + one, 0) / HOUR_MS;
}
