import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { Figure } from '../figure.ts';
import { median } from '../quantile.ts';
import { type Compute, connectMs, Emulator, START_MS } from './emulator.ts';
import { wakeFigure } from './wakes.ts';

const BRANCHES = 5;
const ROUNDS = 5;
const ROUND_MS = 1000;

/** The figures of the gateway in front of PGlite. */
export async function inProcessFigures(): Promise<Figure[]> {
  const emulator = await Emulator.start(null);
  try {
    const compute = await emulator.project();
    const first = (await connectMs(compute.uri)) - START_MS;
    const again: number[] = [];
    for (let time = 0; time < BRANCHES; time++) again.push(await connectMs(compute.uri));
    const awake = median(again);
    const branches: number[] = [];
    for (let branch = 0; branch < BRANCHES; branch++)
      branches.push((await connectMs((await emulator.branch(compute)).uri)) - START_MS);
    const toFirst = (name: string, tookMs: number): Figure => ({
      name: `${name}, PGlite`,
      ours: `${tookMs.toFixed(0)} ms`,
      reference: `${awake.toFixed(1)} ms (connect again)`,
      ratio: tookMs / awake,
      asked: '',
    });
    return [
      toFirst('the first connect ever, beyond the start', first),
      toFirst('the first connect to a new branch, beyond the start', median(branches)),
      await wakeFigure(emulator, compute, 'PGlite', ''),
      await queries(compute),
    ];
  } finally {
    await emulator.stop();
  }
}

/** Sequential queries through the gateway, compared with a PGlite in this process. */
async function queries({ uri }: Compute): Promise<Figure> {
  const client = new pg.Client(uri);
  await client.connect();
  const bare = await PGlite.create();
  const ours: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [through, within] = [
      await perSecond(() => client.query('select 1')),
      await perSecond(() => bare.exec('select 1')),
    ];
    // The first round does not count, because code is compiled in it.
    if (round === 0) continue;
    ours.push(through);
    reference.push(within);
  }
  await client.end();
  await bare.close();
  const ratio = median(ours.map((one, round) => (reference[round] as number) / one));
  return {
    name: 'queries, PGlite',
    ours: `${median(ours).toFixed(0)} a second`,
    reference: `${median(reference).toFixed(0)} a second (a bare PGlite)`,
    ratio,
    asked: '',
  };
}

async function perSecond(ask: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  let asked = 0;
  for (; performance.now() < startMs + ROUND_MS; asked++) await ask();
  return (1000 * asked) / (performance.now() - startMs);
}
