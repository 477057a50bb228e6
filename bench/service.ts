import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../src/service/index.ts';
import { startChild } from './child.ts';
import type { Figure } from './figure.ts';
import { keep } from './results.ts';
import type { Day } from './service/a-day.ts';
import { type Filled, fill } from './service/fill.ts';
import { readFigures } from './service/reads.ts';
import { originOf, serve } from './service/served.ts';
import { openService } from './service/settings.ts';
import { writeFigures } from './service/writes.ts';

const PROJECTS = 1000;
const MIB = 1024 ** 2;

const scratch = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
try {
  keep('service', await serviceFigures(scratch));
} finally {
  rmSync(scratch, { recursive: true });
}

/** The figures of the management service with ten thousand awake computes. */
async function serviceFigures(scratch: string): Promise<Figure[]> {
  const folder = join(scratch, 'full');
  const filled = await fillFolder(folder, PROJECTS);
  const full = await startUp(folder, filled);
  const url = originOf(full.child.line.url);
  const fullBytes = full.child.residentBytes();
  const reads = await readFigures(url, filled, scratch);
  const writes = await writeFigures(url, filled, scratch);
  await full.child.stop();
  const emptyFolder = join(scratch, 'empty');
  const empty = await startUp(emptyFolder, await fillFolder(emptyFolder, 0));
  const emptyBytes = empty.child.residentBytes();
  await empty.child.stop();
  return [
    ...reads,
    ...writes,
    await aDay(join(scratch, 'day')),
    {
      name: 'start to first answer, 10,000 computes',
      ours: `${(full.tookMs / 1000).toFixed(1)} s`,
      reference: `${(empty.tookMs / 1000).toFixed(1)} s (no computes)`,
      ratio: full.tookMs / empty.tookMs,
      asked: 'below 5 s',
    },
    {
      name: 'memory, 10,000 computes',
      ours: `${(fullBytes / MIB).toFixed(0)} MiB`,
      reference: `${(emptyBytes / MIB).toFixed(0)} MiB (no computes)`,
      ratio: fullBytes / emptyBytes,
      asked: '',
    },
  ];
}

async function fillFolder(folder: string, projects: number): Promise<Filled> {
  const service = await openService(await openStore({ folder, url: null }), Date.now());
  const filled = fill(service, projects, true);
  service.setClock({ kind: 'real' });
  await service.close();
  return filled;
}

async function startUp(folder: string, { key }: Filled) {
  const startMs = performance.now();
  const child = await serve(folder);
  const answer = await fetch(`${child.line.url}/projects?limit=1`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (answer.status !== 200) throw new Error(`the service answers ${answer.status}`);
  return { child, tookMs: performance.now() - startMs };
}

async function aDay(folder: string): Promise<Figure> {
  const child = await startChild<Day>('service/a-day', [folder]);
  const { tookMs, inMemoryMs, wakes } = child.line;
  await child.stop();
  return {
    name: `a day of 1,000 computes, ${wakes} wakes`,
    ours: `${tookMs.toFixed(0)} ms`,
    reference: `${inMemoryMs.toFixed(0)} ms (before it is written)`,
    ratio: tookMs / inMemoryMs,
    asked: 'below 2,000 ms',
  };
}
