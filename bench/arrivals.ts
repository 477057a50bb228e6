import { constant } from '../src/compute/index.ts';
import { DAY_MS, factSet, SECOND_MS } from '../src/facts/index.ts';
import { DEFAULT_ASSUMPTIONS, DEFAULT_COUNTED, EVENT, Run, type Simulation } from '../src/simulator/index.ts';
import { createZone, type Demand, randomStream } from '../src/workload/index.ts';
import { DRAWN_AT_ONCE } from '../src/workload/random/drawn.ts';
import { leastByTurns } from './by-turns.ts';
import type { Figure } from './figure.ts';

const facts = factSet('spec');

export function simulationOf(
  demand: readonly Demand[],
  horizonMs: number,
  size: { minCu: number; maxCu: number },
): Simulation {
  return {
    startMs: Date.UTC(2026, 2, 2),
    horizonMs,
    zone: createZone('UTC'),
    seed: 1,
    facts,
    plan: 'scale',
    prices: facts.prices.value,
    assumptions: DEFAULT_ASSUMPTIONS,
    counted: DEFAULT_COUNTED,
    releases: null,
    stepping: false,
    computes: [
      {
        name: 'main',
        branch: 'main',
        type: 'read_write',
        size,
        suspendAfterMs: 300_000,
        workingSetBytes: 0,
        demand,
        changes: [],
      },
    ],
  };
}

const WAIT_MS = 100;

export function visits(perSecond: number): Demand {
  return {
    kind: 'jobs',
    name: 'visits',
    route: 'direct',
    schedule: { kind: 'poisson', perSecond: { kind: 'constant', value: perSecond } },
    sessions: 1,
    keepsConnection: false,
    query: {
      cpu: constant(0),
      wait: { kind: 'exponential', meanMs: WAIT_MS },
      memoryBytes: 0,
      memoryRampMs: 0,
      pages: 0,
      temporaryBytes: 0,
    },
    client: { connectTimeoutMs: 5 * SECOND_MS, retries: 0, backOffMs: 500, backOffFactor: 2 },
  };
}

/** Random arrivals at a compute with a timeout of five minutes: one a minute, and one a second for a year. */
export function arrivalFigures(): Figure[] {
  return [
    arrivals('arrivals, one a minute', 1 / 60, 6000 * DAY_MS),
    arrivals('arrivals, one a second for a year', 1, 365 * DAY_MS),
  ];
}

function arrivals(name: string, perSecond: number, horizonMs: number): Figure {
  const { ours, reference } = leastByTurns(4, {
    ours: () => engine(perSecond, horizonMs),
    reference: () => bare(perSecond, horizonMs),
  });
  return {
    name,
    ours: `${(1e3 / ours / 1e6).toFixed(2)} million a second`,
    reference: `${(1e3 / reference / 1e6).toFixed(2)} million a second (bare loop)`,
    ratio: ours / reference,
    asked: '10 million a second',
  };
}

/** Returns the milliseconds for an arrival. */
function engine(perSecond: number, horizonMs: number): number {
  const run = new Run(simulationOf([visits(perSecond)], horizonMs, { minCu: 1, maxCu: 1 }));
  const start = performance.now();
  run.advance(horizonMs);
  return (performance.now() - start) / (run.computes[0]?.counted(EVENT.queryDone) ?? 0);
}

/** The bare loop: the same draws in blocks and the closed form of a sleep, nothing else. */
function bare(perSecond: number, horizonMs: number): number {
  const [gap, wait] = [randomStream(1, 'gaps'), randomStream(1, 'waits')];
  const [gaps, waits] = [new Float64Array(DRAWN_AT_ONCE), new Float64Array(DRAWN_AT_ONCE)];
  let [atMs, busyUntilMs, awakeMs, wakes, done] = [0, 0, 0, 0, 0];
  const start = performance.now();
  while (atMs < horizonMs) {
    gap.fill(gaps);
    wait.fill(waits);
    for (let i = 0; i < DRAWN_AT_ONCE; i++) {
      atMs -= (Math.log(gaps[i] as number) * 1000) / perSecond;
      const sleepsMs = busyUntilMs + 300_000;
      if (atMs > sleepsMs) {
        wakes++;
        awakeMs -= atMs - sleepsMs;
      }
      busyUntilMs = Math.max(busyUntilMs, atMs - Math.log(waits[i] as number) * WAIT_MS);
    }
    done += DRAWN_AT_ONCE;
  }
  const took = performance.now() - start;
  if (awakeMs > 0 || wakes < 0) throw new Error('the loop was not run');
  return took / done;
}
