import { DAY_MS, MINUTE_MS } from '../src/facts/index.ts';
import type { Simulation } from '../src/simulator/index.ts';
import { type LoadDemand, randomStream } from '../src/workload/index.ts';
import { simulationOf } from './arrivals.ts';

/** Returns days of one-minute samples of a service that works by day, with bursts, and does little else. */
export function workload(days: number): Simulation {
  const load: LoadDemand = {
    kind: 'load',
    name: 'load',
    vcpu: { kind: 'samples', atMs: 0, stepMs: MINUTE_MS, values: samples(days) },
    cpuMsPerQuery: 20,
    concurrency: null,
    connections: 10,
    memoryBytes: { kind: 'constant', value: 0 },
    pagesPerQuery: 0,
  };
  return simulationOf([load], days * DAY_MS, { minCu: 0.25, maxCu: 2 });
}

/** Returns the vCPU of each minute. */
export function samples(days: number): Float64Array {
  const random = randomStream(1, 'month');
  return Float64Array.from({ length: (days * DAY_MS) / MINUTE_MS }, (_, minute) => {
    const [hour, day] = [(minute / 60) % 24, Math.floor(minute / 1440) % 7];
    if (day >= 5 || hour < 8 || hour >= 18) return random() < 0.02 ? 0.1 : 0;
    return 0.3 + 1.2 * random() * random() + (random() < 0.01 ? 3 : 0);
  });
}
