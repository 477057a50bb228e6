import { trialPool, trialRunner } from '../src/advisor/index.ts';
import { MINUTE_MS } from '../src/facts/index.ts';
import { ALL_CHOICES, PROFILES } from '../src/planner/index.ts';
import { search } from '../src/planner/search/search.ts';
import { built } from './built.ts';
import { workload } from './workload.ts';

/** A process that searches the whole grid of some days with all processors, twice, and prints both times. */
const { processTerminal } =
  await built<typeof import('../src/cli/terminal/terminal.ts')>('cli/terminal/terminal');
const { threadsOf } = await built<typeof import('../src/library/node/threads.ts')>('library/node/threads');

const simulation = workload(Number(process.argv[2]));
const choices = { ...ALL_CHOICES, timeoutsMs: [MINUTE_MS, 5 * MINUTE_MS, null] };
const { machine, onInterrupt } = processTerminal();
const { signal, look } = onInterrupt();
const threads = threadsOf(machine.processors);
const pool = trialPool(threads);
const runner = trialRunner(simulation, { signal, pause: look, threads }, pool);
const took = [];
let settings = 0;
for (let time = 0; time < 2; time++) {
  const start = performance.now();
  const { candidates } = await search(simulation, PROFILES.balanced, choices, runner.workUnder([]));
  took.push(performance.now() - start);
  settings = candidates;
}
await pool.close();
console.log(JSON.stringify({ took, settings }));
