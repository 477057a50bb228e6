import { queuedAtRandom } from '../src/compute/resources/random-arrivals.ts';
import { DAY_MS, MINUTE_MS } from '../src/facts/index.ts';
import { Run, type RunTotals, type Simulation, totalsOnlyRun } from '../src/simulator/index.ts';
import { type LoadDemand, randomStream } from '../src/workload/index.ts';
import { normalDraws } from '../src/workload/random/normal.ts';
import { simulationOf } from './arrivals.ts';
import { leastByTurns } from './by-turns.ts';
import type { Figure } from './figure.ts';

const SAMPLES = 365 * 24 * 60;
const [LOW, HIGH, VARIATION] = [0.1, 1.5, 0.3];

/** A year of one-minute samples of CPU, with an autoscaler tick every five seconds. */
export function yearFigures(): Figure[] {
  const samples = demandOfAYear();
  const traced: LoadDemand = {
    ...LOAD,
    vcpu: { kind: 'samples', atMs: 0, stepMs: MINUTE_MS, values: samples },
  };
  // The first two or three of the turns warm up.
  const { ours, replayed, sums, reference, drawn } = leastByTurns(6, {
    ours: () => engine(LOAD),
    drawn: bareDrawn,
    replayed: () => engine(traced),
    reference: () => bare(samples),
    sums: () => engine(traced, totalsOnlyRun),
  });
  return [
    {
      name: 'a year of one-minute samples, drawn from a noisy wave',
      ours: `${ours.toFixed(0)} ms`,
      reference: `${drawn.toFixed(0)} ms (bare loop that draws the same)`,
      ratio: ours / drawn,
      asked: 'at most 1.5',
    },
    {
      name: 'a year of one-minute samples, as a trace has them',
      ours: `${replayed.toFixed(0)} ms`,
      reference: `${reference.toFixed(0)} ms (bare loop)`,
      ratio: replayed / reference,
      asked: 'at most 1.5',
    },
    {
      name: 'the same for its sums, as a plan runs it',
      ours: `${sums.toFixed(0)} ms`,
      reference: `${reference.toFixed(0)} ms (bare loop)`,
      ratio: sums / reference,
      asked: 'at most 1.5',
    },
  ];
}

const LOAD: LoadDemand = {
  kind: 'load',
  name: 'load',
  vcpu: {
    kind: 'noisy',
    of: { kind: 'daily', low: LOW, high: HIGH, peakAtMs: 14 * 60 * MINUTE_MS, weekend: 0.5 },
    variation: VARIATION,
    everyMs: MINUTE_MS,
    correlation: 0,
  },
  cpuMsPerQuery: 20,
  concurrency: null,
  connections: 10,
  memoryBytes: { kind: 'constant', value: 0 },
  pagesPerQuery: 0,
};

function engine(
  load: LoadDemand,
  runOf: (simulation: Simulation) => RunTotals = (simulation) => new Run(simulation),
): number {
  const start = performance.now();
  const run = runOf(simulationOf([load], 365 * DAY_MS, { minCu: 0.25, maxCu: 4 }));
  run.advance(365 * DAY_MS);
  return performance.now() - start;
}

function demandOfAYear(): Float64Array {
  const random = randomStream(1, 'noise');
  return Float64Array.from({ length: SAMPLES }, (_, i) => {
    const wave = 0.1 + 0.7 * (1 + Math.cos((2 * Math.PI * (i - 14 * 60)) / 1440));
    return wave * (0.5 + random());
  });
}

/** Draws demand like the simulator, a wave in steps of five minutes and noise of one, and runs the bare loop. */
function bareDrawn(): number {
  const start = performance.now();
  const sigma = Math.sqrt(Math.log(1 + VARIATION * VARIATION));
  const normals = normalDraws(randomStream(1, 'noise'));
  const samples = new Float64Array(SAMPLES);
  let wave = 0;
  for (let i = 0; i < SAMPLES; i++) {
    if (i % 5 === 0) {
      const weekday = Math.floor(i / 1440) % 7;
      wave = LOW + ((HIGH - LOW) * (1 + Math.cos((2 * Math.PI * ((i % 1440) - 14 * 60)) / 1440))) / 2;
      if (weekday > 4) wave *= 0.5;
    }
    samples[i] = wave * Math.exp(sigma * normals.take() - (sigma * sigma) / 2);
  }
  const drawnMs = performance.now() - start;
  return drawnMs + bare(samples);
}

/** The bare loop: waiting queries, load averages, goal, steps, backlog and meter every five seconds, over a typed array. */
function bare(samples: Float64Array): number {
  const start = performance.now();
  const [r1, r5] = [Math.exp(-5 / 60), Math.exp(-5 / 300)];
  let [load1, load5, size, backlog, metered, throttled] = [0, 0, 1, 0, 0, 0];
  let [queued, sizeThen, vcpuThen] = [0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const vcpu = samples[i] as number;
    for (let tick = 0; tick < 12; tick++) {
      const capacity = Math.max(1, size / 4);
      if (size !== sizeThen || vcpu !== vcpuThen) {
        queued = queuedAtRandom(vcpu, capacity, 20, 100);
        [sizeThen, vcpuThen] = [size, vcpu];
      }
      const runnable = vcpu + Math.max(queued, backlog / 0.02);
      load1 = runnable + (load1 - runnable) * r1;
      load5 = runnable + (load5 - runnable) * r5;
      const goal = Math.max(1, Math.min(16, Math.round(load1 / 0.9 / 0.25)));
      if (goal > size) size = goal;
      else if (goal < size) size = Math.max(goal, size - 5);
      backlog = Math.max(0, backlog + (vcpu - Math.max(1, size / 4)) * 5);
      if (backlog > 0) throttled += 5;
      metered += size * 5;
    }
  }
  const took = performance.now() - start;
  if (metered < throttled) throw new Error('the loop was not run');
  return took;
}
