import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocument, readScenario } from '../src/scenario/index.ts';
import { totalsOnlyRun } from '../src/simulator/index.ts';
import type { Figure } from './figure.ts';
import { measuredCommand, measuredExit } from './measured-child.ts';
import { keep } from './results.ts';

/** Plans of all shipped scenarios, and how those of jobs or clients grow with the length of the run. */
const SCENARIOS = readdirSync(new URL('../../scenarios/', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((path) => path.endsWith('.yaml'))
  .map((path) => path.replace('.yaml', ''))
  // Other files are bills, prices, portfolios and the like.
  .filter((name) => /^(demand|computes):/m.test(textOf(name)))
  .sort((one, other) => one.split('/').length - other.split('/').length || (one < other ? -1 : 1));

keep('plans of jobs', [...SCENARIOS.map(planFigure), ...lengthFigures()]);

function planFigure(name: string): Figure {
  // Some scenarios show that nothing meets the objectives.
  const { ms, cpuMs, peakBytes } = measuredExit([0, 1], ['plan', pathOf(name), '--json']);
  const simulated = warmRunMs(name);
  return {
    name: `tidemark plan ${name}.yaml`,
    ours: `${seconds(ms)}, ${seconds(cpuMs)} of CPU, ${megabytes(peakBytes)}`,
    reference: `${simulated.toFixed(0)} ms (one warm simulation of the current configuration)`,
    ratio: ms / simulated,
    asked: '5 s, 20 times, 400 MB',
  };
}

/** The time and the memory of a plan of 14 days must not grow faster than its length. */
function lengthFigures(): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-jobs-'));
  try {
    return (['nightly-batch', 'office-hours'] as const).map((name) => {
      const [week, fortnight] = [7, 14].map((days) => {
        const path = join(folder, `${name}-${days}.yaml`);
        writeFileSync(path, textOf(name).replace(/^horizon: .*$/m, `horizon: ${days}d`));
        return measuredCommand('plan', path, '--json');
      }) as [ReturnType<typeof measuredCommand>, ReturnType<typeof measuredCommand>];
      return {
        name: `tidemark plan of 14 days of ${name}.yaml`,
        ours: `${seconds(fortnight.cpuMs)} of CPU, ${megabytes(fortnight.peakBytes)}`,
        reference: `${seconds(week.cpuMs)} of CPU, ${megabytes(week.peakBytes)} (7 days)`,
        ratio: fortnight.cpuMs / week.cpuMs,
        asked: 'at most 2, 400 MB',
      };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The shortest of several runs, all but the first of compiled code. */
function warmRunMs(name: string): number {
  const { simulation } = readScenario(readDocument(textOf(name), `${name}.yaml`));
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    totalsOnlyRun(simulation).advance(simulation.horizonMs);
    return performance.now() - start;
  });
  return Math.min(...times);
}

function textOf(name: string): string {
  return readFileSync(pathOf(name), 'utf8');
}

function pathOf(name: string): string {
  return new URL(`../../scenarios/${name}.yaml`, import.meta.url).pathname;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
