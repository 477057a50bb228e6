import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocument, readScenario } from '../src/scenario/index.ts';
import { totalsOnlyRun } from '../src/simulator/index.ts';
import type { Figure } from './figure.ts';
import { measuredCommand } from './measured-child.ts';
import { keep } from './results.ts';

/** Plans of shipped scenarios whose demand is jobs or clients, and how they grow with the length of the run. */
const SCENARIOS = [
  'nightly-batch',
  'resize-by-hand',
  'working-set-too-large',
  'office-hours',
  'growing-shop',
  'connection-storm',
  'poller',
] as const;

keep('plans of jobs', [...SCENARIOS.map(planFigure), ...lengthFigures()]);

function planFigure(name: (typeof SCENARIOS)[number]): Figure {
  const { ms, cpuMs, peakBytes } = measuredCommand('plan', pathOf(name), '--json');
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
