import { DAY_MS } from '../src/facts/index.ts';
import { ALL_CHOICES, type Choices, PROFILES, searchPlan, workHere } from '../src/planner/index.ts';
import type { Figure } from './figure.ts';
import { measuredChild } from './measured-child.ts';
import { workload } from './workload.ts';

/** How time and memory grow with the size of a question. Neither may grow faster than the size. */
export async function growthFigures(): Promise<Figure[]> {
  return [...traceGrowth(), ...(await candidateGrowth()), horizonFigure()];
}

const TABLE_BYTES = 2e6;

/** The whole command on a CSV table, and on tables of ten and a hundred times the size. */
function traceGrowth(): Figure[] {
  const [one, ...more] = [1, 10, 100].map((times) => ({
    times,
    ...measuredChild<Omit<Grown, 'times' | 'ms'>>('traces/command.js', [
      String(times * TABLE_BYTES),
      'simulate',
      'long.csv',
      '--min',
      '8',
      '--max',
      '16',
      '--no-compare',
    ]),
  })) as [Grown, ...Grown[]];
  return more.map((grown) => ({
    name: `simulate on ${grown.times} times as much CSV`,
    ours: wordsOf(grown),
    reference: `${wordsOf(one)} (${TABLE_BYTES / 1e6} MB of it)`,
    ratio: grown.ms / one.ms,
    asked: `at most ${grown.times}`,
  }));
}

interface Grown {
  readonly times: number;
  readonly ms: number;
  readonly peakBytes: number;
}

function wordsOf({ ms, peakBytes }: Omit<Grown, 'times'>): string {
  return `${(ms / 1000).toFixed(2)} s, ${(peakBytes / 1e6).toFixed(0)} MB`;
}

/** Plans of more and more configurations, in one warm thread. */
async function candidateGrowth(): Promise<Figure[]> {
  const narrow = { ...ALL_CHOICES, kinds: ['fixed'] as const, timeoutsMs: [300_000] };
  const wide = { ...ALL_CHOICES, timeoutsMs: [300_000] };
  const all = { ...ALL_CHOICES, timeoutsMs: [60_000, 300_000, null] };
  await planned(wide);
  const [few, ...more] = [await planned(narrow), await planned(wide), await planned(all)] as const;
  return more.map((one) => ({
    name: `a plan of 30 days with ${one.candidates} configurations, in one thread`,
    ours: `${(one.ms / 1000).toFixed(1)} s, ${one.runs} runs`,
    reference: `${(few.ms / 1000).toFixed(1)} s, ${few.runs} runs (${few.candidates} configurations)`,
    ratio: one.ms / few.ms,
    asked: `at most ${(one.candidates / few.candidates).toFixed(1)}`,
  }));
}

async function planned(choices: Choices) {
  const simulation = workload(30);
  const start = performance.now();
  const { candidates, runs } = await searchPlan(
    { simulation, objectives: PROFILES.balanced, choices, current: null, worthwhile: 0.1 },
    workHere(simulation),
  );
  return { ms: performance.now() - start, candidates, runs };
}

/** The memory of a run does not depend on its length. */
function horizonFigure(): Figure {
  const [day, year] = [1, 365].map((days) =>
    measuredChild<Omit<Grown, 'times' | 'ms'>>('long-run.js', [String(days * DAY_MS)]),
  ) as [Omit<Grown, 'times'>, Omit<Grown, 'times'>];
  return {
    name: 'a year at an arrival a second',
    ours: wordsOf(year),
    reference: `${wordsOf(day)} (a day)`,
    ratio: year.peakBytes / day.peakBytes,
    asked: 'below 200 MB',
  };
}
