import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS } from '../src/facts/index.ts';
import {
  ALL_CHOICES,
  type Configuration,
  candidateGroups,
  evaluate,
  evaluateGroup,
  PROFILES,
  withConfiguration,
} from '../src/planner/index.ts';
import { search } from '../src/planner/search/search.ts';
import { Run } from '../src/simulator/index.ts';
import type { Figure } from './figure.ts';
import { measuredChild, measuredCommand } from './measured-child.ts';
import { samples, workload } from './workload.ts';

const MONTH = 30;
const YEAR = 365;
const START = Date.UTC(2026, 2, 2);

/** Plans of one-minute samples of a month and of a year: the search alone, and the whole command. */
export async function planFigures(): Promise<Figure[]> {
  const simulation = workload(MONTH);
  const choices = { ...ALL_CHOICES, timeoutsMs: [MINUTE_MS, 5 * MINUTE_MS, null] };
  const searched = async () => {
    const began = performance.now();
    const found = await search(simulation, PROFILES.balanced, choices, async (groups, within) =>
      groups.map((group) => evaluateGroup(simulation, group, within)),
    );
    return { found, ms: performance.now() - began };
  };
  // The first search warms up, so that the single runs after it have no advantage.
  const { ms: cold } = await searched();
  const { found, ms: warm } = await searched();
  const runs = found.evaluated.filter(({ isRun }) => isRun).length;
  // Only some candidates run alone, because all of them would take minutes.
  const some = candidateGroups(simulation, choices)
    .flat()
    .filter((_, i) => i % EACH === 0);
  const eachBy = (run: (configuration: Configuration) => void) => {
    const start = performance.now();
    for (const configuration of some) run(configuration);
    return ((performance.now() - start) / some.length) * found.candidates;
  };
  const alone = eachBy((configuration) => evaluate(simulation, configuration));
  const simulated = eachBy((configuration) => {
    new Run(withConfiguration(simulation, configuration), null, 'sums').advance(simulation.horizonMs);
  });
  const [gridOfMonth, gridOfYear] = [grid(MONTH), grid(YEAR)];
  const [month, year] = [command(MONTH), command(YEAR)];
  return [
    {
      name: 'the search of a plan of 30 days, in one thread',
      ours: `${seconds(warm)}, ${runs} runs`,
      reference: `${seconds(simulated)} (each of ${found.candidates} configurations simulated alone)`,
      ratio: warm / simulated,
      asked: 'below 0.1',
    },
    {
      name: 'the same beside what it shares',
      ours: `${seconds(warm)}, ${runs} runs`,
      reference: `${seconds(alone)} (each alone, by the same kernel and columns)`,
      ratio: warm / alone,
      asked: '',
    },
    {
      name: 'the grid of 30 days, all processors',
      ours: `${seconds(gridOfMonth.cold)}, once more ${seconds(gridOfMonth.again)}`,
      reference: `${seconds(alone)} (each configuration alone)`,
      ratio: gridOfMonth.again / alone,
      asked: '0.5 s on two cores',
    },
    {
      name: 'the grid of a year, all processors',
      ours: `${seconds(gridOfYear.cold)}, once more ${seconds(gridOfYear.again)}`,
      reference: `${seconds((alone * YEAR) / MONTH)} (each configuration alone, by what a month takes)`,
      ratio: gridOfYear.again / ((alone * YEAR) / MONTH),
      asked: '6 s on two cores',
    },
    {
      name: 'tidemark plan of 30 days, all processors',
      ours: `${seconds(month.ms)}, ${megabytes(month.peakBytes)}`,
      reference: `${seconds(cold)} (the search in one thread)`,
      ratio: month.ms / cold,
      asked: '1.5 s on two cores',
    },
    {
      name: 'tidemark plan of a year, all processors',
      ours: `${seconds(year.ms)}, ${megabytes(year.peakBytes)}`,
      reference: `${seconds(month.ms)} (30 days)`,
      ratio: year.ms / month.ms,
      asked: '18 s on two cores, 400 MB',
    },
  ];
}

const EACH = 7;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** Measures the search in a fresh process, and once more in the same process. */
function grid(days: number): { readonly cold: number; readonly again: number } {
  const { took } = measuredChild<{ readonly took: readonly [number, number] }>('plan-grid.js', [
    String(days),
  ]);
  return { cold: took[0], again: took[1] };
}

function command(days: number): { readonly ms: number; readonly peakBytes: number } {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-plan-'));
  try {
    const file = join(folder, 'load.jsonl');
    const head = {
      schema: 'tidemark/trace',
      version: 1,
      name: 'load',
      timezone: 'UTC',
      stepMs: MINUTE_MS,
      columns: [{ quantity: 'cpu', statistic: 'average', gap: 'unknown', source: 'made' }],
    };
    const rows = Array.from(samples(days), (value, i) => `[${START + i * MINUTE_MS},${value}]`);
    writeFileSync(file, `${JSON.stringify(head)}\n${rows.join('\n')}\n`);
    return measuredCommand('plan', file, '--timeouts', '1m,5m,off', '--json');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
