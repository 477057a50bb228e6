import { readDocument, readScenario } from '../../src/scenario/index.ts';
import { Run, type RunEvent, resultOf, type Simulation } from '../../src/simulator/index.ts';
import { type Behaviour, quantile } from './behaviour.ts';
import type { Experiment, ExperimentDemand } from './experiment.ts';
import { LOOK_EVERY_MS } from './looks.ts';
import { cpuField, milliseconds, type QueryCost } from './queries.ts';

export interface Prediction {
  readonly behaviour: Behaviour;
  /** The times at which queries arrive. The driver sends its queries at the same times. */
  readonly arrivalsMs: readonly number[];
}

/** All that a prediction knows beside the demand. */
export interface Known {
  readonly seed: number;
  readonly cost: QueryCost;
  readonly connectionCpuMs: number;
  /** The share of a period of the quota that is over when the part begins. Of a real server it is unknown. */
  readonly phase: number;
}

/** Simulates a part of an experiment from the cost of its query alone. */
export function predicted(experiment: Experiment, known: Known, seconds: number): Prediction {
  const arrivalsMs: number[] = [];
  const note = ({ kind, atMs }: RunEvent) => {
    if (kind === 'connection.opened') arrivalsMs.push(atMs);
  };
  const simulation = simulationOf(experiment, known, seconds);
  const run = new Run(simulation, note);
  beginPeriodsBefore(run, known.phase);
  const latencies = heardLatencies(run);
  let runnable = 0;
  let looks = 0;
  for (let atMs = LOOK_EVERY_MS; atMs <= simulation.horizonMs; atMs += LOOK_EVERY_MS, looks++) {
    run.advance(atMs);
    runnable += run.computes[0]?.cpu.runnableAt(atMs) ?? 0;
  }
  const [compute] = resultOf(run).computes;
  if (compute === undefined) throw new Error('a run has a compute');
  const { done } = compute.queries;
  if (latencies.length !== done) throw new Error('the latency of each query is heard');
  latencies.sort((a, b) => a - b);
  const behaviour = {
    perSecond: done / seconds,
    p50Ms: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
    p99Ms: quantile(latencies, 0.99),
    usedVcpu: (compute.cpu.usedCpuHours * 3600) / seconds,
    runnable: runnable / looks,
  };
  return { behaviour, arrivalsMs };
}

/** Predicts the 95th percentile of latency of a load: queries of which only the rate and the mean are known. */
export function predictedLoadP95Ms(
  vcpu: number,
  perSecond: number,
  cost: Pick<QueryCost, 'cpuMs' | 'tookMs'>,
  seconds: number,
): number {
  const load = {
    name: 'queries',
    kind: 'load',
    vcpu: (perSecond * cost.cpuMs) / 1000,
    cpuPerQuery: milliseconds(cost.cpuMs),
  };
  const run = new Run(withSize(vcpu, {}, load, seconds));
  run.advance(seconds * 1000);
  const [compute] = resultOf(run).computes;
  return (compute?.load.addedDelayMs.p95 ?? Number.NaN) + cost.tookMs;
}

/** In a run that is yet to begin, the first period of the quota has begun already. */
function beginPeriodsBefore({ computes, simulation }: Run, phase: number): void {
  for (const { cpu } of computes)
    cpu.restore({ ...cpu.saved(), startedMs: -phase * simulation.assumptions.quotaPeriodMs });
}

/** The latencies of the queries of a run that is yet to begin. The run itself keeps only how much they were delayed. */
function heardLatencies(run: Run): number[] {
  const latencies: number[] = [];
  for (const { clientLog } of run.computes) {
    const queryDone = clientLog.queryDone.bind(clientLog);
    clientLog.queryDone = (tookMs, neededMs) => {
      latencies.push(tookMs);
      queryDone(tookMs, neededMs);
    };
  }
  return latencies;
}

function simulationOf(
  experiment: Experiment,
  { seed, cost, connectionCpuMs }: Known,
  seconds: number,
): Simulation {
  const { vcpu, demand } = experiment;
  const waitMs = Math.max(0, cost.tookMs - cost.cpuMs);
  const assumptions = {
    connectionCpu: milliseconds(connectionCpuMs),
    ...(demand.kind === 'open' ? { poolSize: demand.pool } : {}),
  };
  const queries = {
    name: 'queries',
    ...demandFields(demand, seed),
    query: { cpu: cpuField(cost), wait: milliseconds(waitMs) },
  };
  return { ...withSize(vcpu, assumptions, queries, seconds), seed };
}

/** A simulation of one fixed size, also of a size that only the autoscaler reaches. */
function withSize(vcpu: number, assumptions: object, demand: object, seconds: number): Simulation {
  const fields = {
    why: 'What does a real server do with this demand?',
    horizon: `${seconds}s`,
    compute: { size: 1, suspendAfter: 'off' },
    assumptions: { burst: false, ...assumptions },
    demand: [demand],
  };
  const { simulation } = readScenario(readDocument(JSON.stringify(fields), 'experiment.json'));
  return {
    ...simulation,
    computes: simulation.computes.map((compute) => ({ ...compute, size: { minCu: vcpu, maxCu: vcpu } })),
  };
}

function demandFields(demand: ExperimentDemand, seed: number): object {
  switch (demand.kind) {
    case 'open':
      return { kind: 'arrivals', route: 'pooler', perSecond: demand.perSecond };
    case 'connects':
      return { kind: 'arrivals', perSecond: demand.perSecond };
    case 'bursts':
      return {
        kind: 'poller',
        every: `${demand.everyMs}ms`,
        // Nobody knows at which part of a period the bursts begin, so each seed tries another one.
        offset: `${(seed * 37) % 100}ms`,
        sessions: demand.queries,
        keepsConnection: false,
        route: 'pooler',
      };
    case 'closed':
      return {
        kind: 'clients',
        count: demand.clients,
        think: { mean: milliseconds(demand.thinkMs) },
        pool: { max: demand.clients },
      };
    case 'pgbench':
      return { kind: 'clients', count: demand.clients, think: '0ms', pool: { max: demand.clients } };
  }
}
