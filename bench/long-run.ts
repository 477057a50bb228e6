import { Run } from '../src/simulator/index.ts';
import { simulationOf, visits } from './arrivals.ts';
import { peakBytes } from './peak-bytes.ts';

/** A process that simulates an arrival a second for a given time, and prints its peak memory. */
const horizonMs = Number(process.argv[2]);
const run = new Run(simulationOf([visits(1)], horizonMs, { minCu: 1, maxCu: 1 }));
run.advance(horizonMs);
if (run.nowMs !== horizonMs) throw new Error('it was not run to its end');
console.log(JSON.stringify({ peakBytes: peakBytes() }));
