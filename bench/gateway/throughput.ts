import { type Child, startChild } from '../child.ts';
import type { Figure } from '../figure.ts';
import { median } from '../quantile.ts';
import type { Compute, Emulator } from './emulator.ts';
import { fill, type Measured, select } from './pgbench.ts';
import { databaseOf } from './server.ts';

const ROUNDS = 7;
const SECONDS = 2;

/** A route to the same database. */
interface Way {
  readonly name: 'direct' | 'splice' | 'gateway';
  readonly uri: string;
  /** The process in between. Null if there is none. */
  readonly child: Child<unknown> | null;
}

interface Sample extends Measured {
  /** The processor time of the process in between, for each query. */
  readonly cpuUs: number;
}

/** Compares queries through the gateway with direct ones and with those through a bare splice, in turns. */
export async function throughputFigures(
  emulator: Emulator,
  compute: Compute,
  serverUrl: string,
  scratch: string,
): Promise<Figure[]> {
  await fill(compute.uri);
  const direct = await databaseOf(serverUrl, compute.branchId);
  const { hostname, port } = new URL(direct);
  const splice = await startChild<{ port: number }>('gateway/splice', [
    hostname,
    port === '' ? '5432' : port,
  ]);
  const spliced = new URL(direct);
  spliced.hostname = '127.0.0.1';
  spliced.port = String(splice.line.port);
  const ways: readonly Way[] = [
    { name: 'direct', uri: direct, child: null },
    { name: 'splice', uri: spliced.href, child: splice },
    { name: 'gateway', uri: compute.uri, child: emulator.child },
  ];
  const figures: Figure[] = [];
  for (const clients of [1, 8]) {
    // The first queries of each way do not count, because code is compiled and pages are read.
    const samples = { direct: [] as Sample[], splice: [] as Sample[], gateway: [] as Sample[] };
    for (const way of ways) await sample(way, clients, scratch);
    for (let round = 0; round < ROUNDS; round++)
      for (const way of ways) samples[way.name].push(await sample(way, clients, scratch));
    figures.push(...figuresOf(samples, clients));
  }
  await splice.stop();
  return figures;
}

async function sample({ uri, child }: Way, clients: number, scratch: string): Promise<Sample> {
  const before = child?.cpuMs() ?? 0;
  const measured = await select(uri, { clients, seconds: SECONDS, scratch });
  const cpuMs = (child?.cpuMs() ?? 0) - before;
  return { ...measured, cpuUs: (1000 * cpuMs) / measured.transactions };
}

function figuresOf(
  { direct, splice, gateway }: Readonly<Record<Way['name'], readonly Sample[]>>,
  clients: number,
): Figure[] {
  const who = clients === 1 ? '1 client' : `${clients} clients`;
  // Other work on the machine disturbs rounds differently, but all ways of one round alike.
  const share = (of: readonly Sample[]) => median(of.map((one, n) => perSecond(one) / perSecond(direct[n])));
  const p50Ms = (of: readonly Sample[]) => median(of.map((one) => one.p50Ms));
  const added = (of: readonly Sample[]) => median(of.map((one, n) => one.p50Ms - (direct[n]?.p50Ms ?? 0)));
  const cpuUs = (of: readonly Sample[]) => median(of.map((one) => one.cpuUs));
  const shown = (of: readonly Sample[]) => `${median(of.map(perSecond)).toFixed(0)} a second`;
  const percent = (of: readonly Sample[]) => `${(100 * share(of)).toFixed(0)} %`;
  return [
    {
      name: `pgbench -S, ${who}`,
      ours: `${shown(gateway)}, ${percent(gateway)}`,
      reference: `${shown(direct)} direct`,
      ratio: 1 / share(gateway),
      asked: '70 % of direct',
    },
    {
      name: `a bare splice, ${who}`,
      ours: `${shown(splice)}, ${percent(splice)}`,
      reference: `${shown(direct)} direct`,
      ratio: 1 / share(splice),
      asked: '',
    },
    {
      name: `median latency, ${who}`,
      ours: `${p50Ms(gateway).toFixed(3)} ms, ${added(gateway).toFixed(3)} added (a bare splice: ${added(splice).toFixed(3)})`,
      reference: `${p50Ms(direct).toFixed(3)} ms direct`,
      ratio: p50Ms(gateway) / p50Ms(direct),
      asked: 'below 0.3 ms added',
    },
    {
      name: `processor for a query, ${who}`,
      ours: `${cpuUs(gateway).toFixed(1)} µs`,
      reference: `${cpuUs(splice).toFixed(1)} µs (a bare splice)`,
      ratio: cpuUs(gateway) / cpuUs(splice),
      asked: '',
    },
  ];
}

function perSecond(sample: Sample | undefined): number {
  return sample?.perSecond ?? Number.NaN;
}
