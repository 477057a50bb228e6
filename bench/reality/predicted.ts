import { readDocument, readScenario } from '../../src/scenario/index.ts';
import { Run, type RunEvent, resultOf, type Simulation } from '../../src/simulator/index.ts';
import type { Behaviour } from './behaviour.ts';
import type { Experiment, ExperimentDemand } from './experiment.ts';
import type { QueryCost } from './queries.ts';

/** A prediction, with the times at which queries arrive in it. The driver sends its queries at the same times. */
export interface Prediction extends Behaviour {
  readonly arrivalsMs: readonly number[];
}

/** Simulates an experiment from the cost of its query alone. */
export function predicted(
  experiment: Experiment,
  cost: QueryCost,
  connectionCpuMs: number,
  seconds: number,
): Prediction {
  const arrivalsMs: number[] = [];
  const note = ({ kind, atMs }: RunEvent) => {
    if (kind === 'connection.opened') arrivalsMs.push(atMs);
  };
  const simulation = simulationOf(experiment, cost, connectionCpuMs, seconds);
  const run = new Run(simulation, note);
  run.advance(simulation.horizonMs);
  const [compute] = resultOf(run).computes;
  if (compute === undefined) throw new Error('a run has a compute');
  const { done, addedDelayMs } = compute.queries;
  const connectMs = experiment.demand.kind === 'connects' ? connectionCpuMs : 0;
  const latency = (delayMs: number) => delayMs + cost.tookMs + connectMs;
  return {
    perSecond: done / seconds,
    p50Ms: latency(addedDelayMs.p50),
    p95Ms: latency(addedDelayMs.p95),
    p99Ms: latency(addedDelayMs.p99),
    usedVcpu: (compute.cpu.usedCpuHours * 3600) / seconds,
    arrivalsMs,
  };
}

/** A simulation of one fixed size, also of a size that only the autoscaler reaches. */
function simulationOf(
  experiment: Experiment,
  cost: QueryCost,
  connectionCpuMs: number,
  seconds: number,
): Simulation {
  const { vcpu, demand } = experiment;
  const waitMs = Math.max(0, cost.tookMs - cost.cpuMs);
  const fields = {
    why: 'What does a real server do with this demand?',
    horizon: `${seconds}s`,
    compute: { size: 1, suspendAfter: 'off' },
    assumptions: {
      burst: false,
      connectionCpu: milliseconds(connectionCpuMs),
      ...(demand.kind === 'open' ? { poolSize: demand.pool } : {}),
    },
    demand: [
      {
        name: 'queries',
        ...demandFields(demand),
        query: { cpu: milliseconds(cost.cpuMs), wait: milliseconds(waitMs) },
      },
    ],
  };
  const { simulation } = readScenario(readDocument(JSON.stringify(fields), 'experiment.json'));
  return {
    ...simulation,
    computes: simulation.computes.map((compute) => ({ ...compute, size: { minCu: vcpu, maxCu: vcpu } })),
  };
}

function demandFields(demand: ExperimentDemand): object {
  switch (demand.kind) {
    case 'open':
      return { kind: 'arrivals', route: 'pooler', perSecond: demand.perSecond };
    case 'connects':
      return { kind: 'arrivals', perSecond: demand.perSecond };
    case 'bursts':
      return {
        kind: 'poller',
        every: `${demand.everyMs}ms`,
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

function milliseconds(ms: number): string {
  return `${ms.toFixed(4)}ms`;
}
