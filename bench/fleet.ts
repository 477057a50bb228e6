import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { DAY_MS, MINUTE_MS } from '../src/facts/index.ts';
import { randomStream } from '../src/workload/index.ts';
import type { Figure } from './figure.ts';
import { measuredCommand } from './measured-child.ts';
import { keep } from './results.ts';

/** Plans through a queue beside plans of this machine alone, and what a job costs beside its plan. */
const FEW = 60;
const DAYS = 30;
/** FLEET_JOBS=100000 takes a quarter of an hour. */
const MANY = Number(process.env.FLEET_JOBS ?? 20_000);
const PORT = 16_379;
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'tidemark-fleet-bench-'));
const queue = ['--queue', `redis://127.0.0.1:${PORT}`];
const server = spawn(
  'redis-server',
  ['--port', String(PORT), '--save', '', '--dir', folder, '--appendonly', 'yes'],
  {
    stdio: 'ignore',
  },
);
const children: ChildProcess[] = [];
const redis = new Redis({ port: PORT, maxRetriesPerRequest: null });
redis.on('error', () => {});

try {
  await redis.ping();
  keep('fleet', [await beside(), ...(await manySmall())]);
} finally {
  redis.disconnect();
  for (const child of [server, ...children]) child.kill();
  rmSync(folder, { recursive: true });
}

/** The same databases, planned by the threads of one command and by two workers. */
async function beside(): Promise<Figure> {
  const databases = join(folder, 'databases');
  mkdirSync(databases);
  for (let i = 0; i < FEW; i++) writeFileSync(join(databases, `${i}.csv`), csvOf(i));
  const args = ['plan', databases, '--map', 'cpu=cpu:vcpu', '--current', '0.25-2, 5m'];
  const here = measuredCommand(...args, '--results', join(folder, 'here'));
  const results = ['--results', join(folder, 'there')];
  const workers = [1, 2].map(() => worker([...queue, ...results, '--concurrency', '1']));
  await Promise.all(workers.map(({ ready }) => ready));
  const there = measuredCommand(...args, ...queue, ...results);
  // These workers would take the next jobs too.
  await Promise.all(children.splice(0).map(ended));
  return {
    name: `${FEW} databases of ${DAYS} days, two workers`,
    ours: `${(there.ms / 1000).toFixed(1)} s`,
    reference: `${(here.ms / 1000).toFixed(1)} s (plan without a queue, two processors)`,
    ratio: there.ms / here.ms,
    asked: 'at most 1.05',
  };
}

/**
 * Many jobs of the same trace with other current configurations. A stand-in for workers keeps the same plan under each
 * key, because only the cost beside the plans is measured.
 */
async function manySmall(): Promise<Figure[]> {
  const minutes = Array.from({ length: 96 }, (_, i) => {
    const time = new Date(Date.UTC(2026, 2, 2) + i * 15 * MINUTE_MS).toISOString();
    return `${time},${i > 32 && i < 70 ? 0.4 : 0.02}`;
  });
  writeFileSync(join(folder, 'day.csv'), `time,cpu_vcpu\n${minutes.join('\n')}\n`);
  const list = (count: number) => {
    const path = join(folder, `list-${count}.json`);
    const databases = Array.from({ length: count }, (_, i) => ({
      name: `db-${i}`,
      file: 'day.csv',
      current: `1-4, ${i + 60}s`,
    }));
    writeFileSync(path, JSON.stringify({ databases }));
    return path;
  };
  const results = join(folder, 'many');
  const flags = ['--highest', '2', '--timeouts', '5m', '--format', 'csv', '--results', results];
  const one = measuredCommand('plan', list(1), ...flags);
  const template = readFileSync(join(results, readdirSync(results)[0] as string), 'utf8');
  const key = /"key": *"(\w+)"/.exec(template)?.[1] as string;
  writeFileSync(join(folder, 'template.json'), template);
  const standIn = fileURLToPath(new URL('./fleet-stand-in.js', import.meta.url));
  const made = [String(PORT), results, join(folder, 'template.json'), key];
  children.push(spawn(process.execPath, [standIn, ...made]));
  const before = await serverCpuMs();
  const path = list(MANY);
  const there = measuredCommand('plan', path, ...flags, ...queue);
  const serverMs = (await serverCpuMs()) - before;
  const known = measuredCommand('plan', path, ...flags);
  const each = (ms: number) => `${((1000 * ms) / MANY).toFixed(0)} µs`;
  return [
    {
      name: `the command that gives ${MANY.toLocaleString('en')} small jobs and writes their table`,
      ours: `${(there.peakBytes / 1e6).toFixed(0)} MB, ${(there.ms / 1000).toFixed(0)} s`,
      reference: `${(one.peakBytes / 1e6).toFixed(0)} MB (one database)`,
      ratio: there.peakBytes / one.peakBytes,
      asked: 'less than 400 MB',
    },
    {
      name: 'its processor time for each job',
      ours: each(there.cpuMs),
      reference: `${each(known.cpuMs)} (all plans kept already, no queue)`,
      ratio: there.cpuMs / known.cpuMs,
      asked: '',
    },
    {
      name: 'the processor time of the queue for each job',
      ours: each(serverMs),
      reference: `${each(there.cpuMs)} (the command)`,
      ratio: serverMs / there.cpuMs,
      asked: '',
    },
  ];
}

function worker(args: readonly string[]): { readonly ready: Promise<void> } {
  const child = spawn(process.execPath, [MAIN, 'worker', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(child);
  return { ready: new Promise((resolve) => child.stderr.once('data', () => resolve())) };
}

function ended(child: ChildProcess): Promise<unknown> {
  child.kill();
  return once(child, 'close');
}

async function serverCpuMs(): Promise<number> {
  const info = await redis.info('cpu');
  return [...info.matchAll(/used_cpu_(?:sys|user):([\d.]+)/g)].reduce(
    (sum, [, s]) => sum + 1000 * Number(s),
    0,
  );
}

function csvOf(database: number): string {
  const random = randomStream(database, 'bench');
  const peak = 0.2 * 1.06 ** database;
  const lines = ['time,cpu'];
  for (let minute = 0; minute < (DAYS * DAY_MS) / MINUTE_MS; minute++) {
    const wave = Math.max(0, Math.cos((2 * Math.PI * (minute - 14 * 60)) / 1440)) * (0.5 + random());
    const vcpu = wave === 0 && random() < 0.98 ? 0 : peak * Math.max(0.05, wave);
    lines.push(`${new Date(Date.UTC(2026, 2, 2) + minute * MINUTE_MS).toISOString()},${vcpu.toFixed(4)}`);
  }
  return lines.join('\n');
}
