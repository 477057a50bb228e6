import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Simulation } from '../src/engine/index.ts';
import { DAY_MS, MINUTE_MS } from '../src/facts/index.ts';
import { ALL_CHOICES, evaluate, evaluateGroup, groupsOf, PROFILES, plan } from '../src/planner/index.ts';
import { type LoadDemand, randomStream } from '../src/workload/index.ts';
import { simulationOf } from './arrivals.ts';
import type { Figure } from './figure.ts';

const DAYS = 30;
const MINUTES = DAYS * 24 * 60;
const START = Date.UTC(2026, 2, 2);

/** A whole plan of a month of one-minute samples: work by day with bursts, little else. */
export async function planFigures(): Promise<Figure[]> {
  const values = month();
  const simulation = aMonth(values);
  const choices = { ...ALL_CHOICES, timeoutsMs: [MINUTE_MS, 5 * MINUTE_MS, null] };
  const search = async () => {
    const began = performance.now();
    const found = await plan(
      { simulation, promises: PROFILES.balanced, choices, present: null, worthwhile: 0.1 },
      async (groups, within) => groups.map((group) => evaluateGroup(simulation, group, within)),
    );
    return { found, ms: performance.now() - began };
  };
  // The first warms up, so that what is run alone after it has no advantage.
  const { ms: cold } = await search();
  const { found, ms: grid } = await search();
  // Every so manieth candidate by itself, for all of them would take minutes.
  const some = groupsOf(simulation, choices)
    .flat()
    .filter((_, i) => i % EACH === 0);
  const start = performance.now();
  for (const setting of some) evaluate(simulation, setting);
  const alone = ((performance.now() - start) / some.length) * found.candidates;
  return [
    {
      name: 'the search of a plan of 30 days, in one thread',
      ours: `${(grid / 1000).toFixed(1)} s, ${found.runs} runs`,
      reference: `${(alone / 1000).toFixed(1)} s (each of ${found.candidates} settings alone)`,
      ratio: grid / alone,
      asked: 'below 0.1',
    },
    commandFigure(values, cold),
  ];
}

const EACH = 7;

export function aMonth(values = month()): Simulation {
  const load: LoadDemand = {
    kind: 'load',
    name: 'load',
    vcpu: { kind: 'samples', atMs: 0, stepMs: MINUTE_MS, values },
    cpuMsPerQuery: 20,
    concurrency: null,
    connections: 10,
    memoryBytes: { kind: 'constant', value: 0 },
    pagesPerQuery: 0,
  };
  return simulationOf([load], DAYS * DAY_MS, { minCu: 0.25, maxCu: 2 });
}

function commandFigure(values: Float64Array, oneThread: number): Figure {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-plan-'));
  try {
    const file = join(folder, 'month.jsonl');
    const head = {
      schema: 'tidemark/trace',
      version: 1,
      name: 'month',
      timezone: 'UTC',
      stepMs: MINUTE_MS,
      columns: [{ quantity: 'cpu', statistic: 'average', gap: 'unknown', source: 'made' }],
    };
    const rows = Array.from(values, (value, i) => `[${START + i * MINUTE_MS},${value}]`);
    writeFileSync(file, `${JSON.stringify(head)}\n${rows.join('\n')}\n`);
    const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
    const start = performance.now();
    const { status } = spawnSync(
      process.execPath,
      [main, 'plan', file, '--timeouts', '1m,5m,off', '--json'],
      { stdio: 'ignore' },
    );
    if (status !== 0) throw new Error(`the plan ended with ${status}`);
    const ms = performance.now() - start;
    return {
      name: 'tidemark plan of 30 days, all processors',
      ours: `${(ms / 1000).toFixed(1)} s`,
      reference: `${(oneThread / 1000).toFixed(1)} s (the search in one thread)`,
      ratio: ms / oneThread,
      asked: '1.5 s on two cores',
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function month(): Float64Array {
  const random = randomStream(1, 'month');
  return Float64Array.from({ length: MINUTES }, (_, minute) => {
    const [hour, day] = [(minute / 60) % 24, Math.floor(minute / 1440) % 7];
    if (day >= 5 || hour < 8 || hour >= 18) return random() < 0.02 ? 0.1 : 0;
    return 0.3 + 1.2 * random() * random() + (random() < 0.01 ? 3 : 0);
  });
}
