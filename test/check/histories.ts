import { type Actual, actualOfTrace } from '../../src/check/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTERS_PER_CU } from '../../src/facts/index.ts';
import { EVENT, Run, type Simulation } from '../../src/simulator/index.ts';
import type { Trace } from '../../src/trace/index.ts';
import { type JobsDemand, NOTHING, randomStream } from '../../src/workload/index.ts';
import { load, world } from '../planner/worlds.ts';

const STEP_MS = 5 * MINUTE_MS;

/** A week of a database in samples of five minutes: office hours or evenings, quiet weekends, and a nightly job. */
export function weeks(number: number): Simulation {
  const random = randomStream(number, 'a database');
  const between = (low: number, high: number) => low + (high - low) * random();
  const [opensAt, hours, peak, weekend] = [
    between(6, 12),
    between(5, 11),
    between(0.4, 2.2),
    between(0, 0.5),
  ];
  const [evening, nightAt] = [between(0.02, 0.15), Math.floor(between(0, 6))];
  const values = Array.from({ length: (7 * DAY_MS) / STEP_MS }, (_, i) => {
    const hour = ((i * STEP_MS) % DAY_MS) / HOUR_MS;
    const day = Math.floor((i * STEP_MS) / DAY_MS) % 7;
    if (hour >= nightAt && hour < nightAt + 0.25) return 0.4;
    const isOpen = hour >= opensAt && hour < opensAt + hours;
    const share = day >= 5 ? weekend : 1;
    if (!isOpen) return random() < evening * share ? 0.1 : 0;
    if (random() < 0.1) return 0;
    const wave = Math.sin((Math.PI * (hour - opensAt)) / hours);
    return random() < share ? 0.05 + peak * wave * between(0.5, 1.3) : 0;
  });
  const flow = load(values);
  const samples = { kind: 'samples' as const, atMs: 0, stepMs: STEP_MS, values: Float64Array.from(values) };
  return world([{ ...flow, vcpu: samples }], 7 * DAY_MS);
}

export const KINDS = ['consumption', 'operations', 'sizes'] as const;
export type Kind = (typeof KINDS)[number];

/** The records of a run that the service, or monitoring of sizes, would have kept. */
export function historyOf(simulation: Simulation, kind: Kind): Actual {
  const trace = kind === 'operations' ? operations(simulation) : sizes(simulation, kind);
  return actualOfTrace(trace) as Actual;
}

function sizes({ ...simulation }: Simulation, kind: 'consumption' | 'sizes'): Trace {
  const stepMs = kind === 'consumption' ? HOUR_MS : STEP_MS;
  const run = new Run(simulation);
  const times = Float64Array.from(
    { length: simulation.horizonMs / stepMs },
    (_, i) => simulation.startMs + i * stepMs,
  );
  let before = 0;
  const values = times.map((_, i) => {
    run.advance((i + 1) * stepMs);
    const metered = (run.computes[0]?.meter.quarterCuMsAt(run.nowMs) ?? 0) / QUARTERS_PER_CU;
    const cu = (metered - before) / stepMs;
    before = metered;
    return cu;
  });
  const column = { quantity: 'capacityCu', statistic: 'average', gap: 'unknown', source: kind } as const;
  return {
    head: { name: kind, timezone: 'UTC', stepMs, columns: [column] },
    times,
    values: [values],
    events: [],
  };
}

function operations(simulation: Simulation): Trace {
  const events: Trace['events'][number][] = [];
  const run = new Run(simulation, ({ atMs, kind }) => {
    if (kind === 'wake') events.push({ atMs: simulation.startMs + atMs, kind: 'resume' });
    if (kind === 'suspend') events.push({ atMs: simulation.startMs + atMs, kind: 'suspend' });
  });
  run.advance(simulation.horizonMs);
  const head = { name: 'operations', timezone: 'UTC', stepMs: null, columns: [] };
  return { head, times: new Float64Array(), values: [], events };
}

export function sleeps(simulation: Simulation): boolean {
  const run = new Run(simulation);
  run.advance(simulation.horizonMs);
  return run.computes[0]?.counted(EVENT.wake) !== 0;
}

export function asking(everyMs: number, offsetMs: number): JobsDemand {
  return {
    kind: 'jobs',
    name: 'health check',
    route: 'direct',
    schedule: { kind: 'every', everyMs, offsetMs },
    sessions: 1,
    keepsConnection: false,
    query: {
      cpu: { kind: 'constant', ms: 2 },
      wait: NOTHING,
      memoryBytes: 0,
      memoryRampMs: 0,
      pages: 0,
      temporaryBytes: 0,
    },
    client: { connectTimeoutMs: 5000, retries: 0, backOffMs: 1000, backOffFactor: 2 },
  };
}
