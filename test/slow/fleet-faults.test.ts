import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unpackedJob } from '../../src/fleet/queue/packed-job.ts';
import { writeDatabases, writeLongDatabase } from '../fleet/databases.ts';
import { type Running, start, until } from '../fleet/processes.ts';
import { NOT_RUN, REDIS, startRedis, type TestRedis } from '../fleet/redis.ts';
import { createDatabase, SERVER } from '../service/store/test-database.ts';

const place = mkdtempSync(join(tmpdir(), 'tidemark-faults-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const SEED = Number(process.env.FC_SEED ?? 20261125);
const FLAGS = ['--highest', '2', '--timeouts', '5m', '--json'];

const CAN_MOUNT = canMount();
const NO_SMALL_DISK = CAN_MOUNT ? '' : ' (not run: only root can make a small disk)';

function canMount(): boolean {
  const folder = join(place, 'disk');
  mkdirSync(folder);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'none', folder]);
  if (status === 0) execFileSync('umount', [folder]);
  return status === 0;
}

describe.skipIf(REDIS === undefined)(`a fleet${NOT_RUN}`, () => {
  let redis: TestRedis;
  const running: Running[] = [];
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(() => {
    for (const { child } of running.splice(0)) child.kill('SIGKILL');
    redis.stop();
  });
  const begin = (...args: readonly string[]): Running => {
    const one = start([...args, '--queue', redis.url]);
    running.push(one);
    return one;
  };
  const worker = (results: string, ...more: readonly string[]) =>
    begin('worker', '--results', results, '--concurrency', '1', '--dead-after', '2s', ...more);
  /** Ends a worker as a scheduler does, and returns how many plans it has made. */
  const plannedBy = async (one: Running): Promise<number> => {
    one.child.kill('SIGTERM');
    return Number(/planned (\d+),/.exec((await one.ended).err)?.[1]);
  };

  test('gives the same answer although workers are killed fifty times, and its command and the queue twice', async () => {
    const list = writeDatabases(join(place, 'many'), 500);
    const expected = start(['plan', list, ...FLAGS]);
    const { out } = await expected.ended;
    const results = join(place, 'many-plans');
    mkdirSync(results);
    const done = () => readdirSync(results).filter((name) => name.endsWith('.json')).length;
    const chance = chances(SEED);
    let isOver = false;
    const workers: Running[] = [];
    // A scheduler starts a worker again whenever one ends, also one that found no queue at its start.
    const keepWorker = (at: number) => {
      const one = worker(results);
      workers[at] = one;
      one.child.once('close', () => isOver || keepWorker(at));
    };
    keepWorker(0);
    keepWorker(1);
    const plan = () => begin('plan', list, ...FLAGS, '--results', results);
    let command = plan();
    let [workerKills, commandKills, queueKills] = [0, 0, 0];
    for (const next of Array.from({ length: 50 }, (_, i) => 9 * (i + 1))) {
      await until(() => done() >= next, 5);
      const at = chance() < 0.5 ? 0 : 1;
      workers[at]?.child.kill('SIGKILL');
      workerKills++;
      if (next % 180 === 90) {
        command.child.kill('SIGKILL');
        commandKills++;
        command = plan();
      }
      if (next % 180 === 144) {
        redis.kill();
        queueKills++;
        await new Promise((resolve) => setTimeout(resolve, 500));
        await redis.startAgain();
      }
    }
    const answer = await command.ended;
    isOver = true;
    expect(answer.out).toBe(out);
    expect([answer.code, done()]).toEqual([0, 500]);
    expect([workerKills, commandKills, queueKills]).toEqual([50, 3, 2]);
    // The command drops the job of a worker that was killed right after it had kept the plan.
    expect(readdirSync(join(results, 'jobs')).filter((name) => name.endsWith('.job'))).toEqual([]);
    await Promise.all(workers.map(plannedBy));
  });

  test('makes each plan once for two commands that ask for the same', async () => {
    const list = writeDatabases(join(place, 'same'), 40);
    const database = SERVER === undefined ? null : await createDatabase();
    const results = database?.url ?? join(place, 'same-plans');
    try {
      const workers = [worker(results), worker(results)];
      const commands = [1, 2].map(() => begin('plan', list, ...FLAGS, '--results', results));
      const [one, other] = await Promise.all(commands.map(({ ended }) => ended));
      expect([one?.code, one?.out]).toEqual([0, other?.out]);
      const planned = await Promise.all(workers.map(plannedBy));
      expect(planned.reduce((sum, count) => sum + count)).toBe(40);
    } finally {
      await database?.drop();
    }
  });

  test('waits while the results are away', async () => {
    const list = writeDatabases(join(place, 'away'), 60);
    const results = join(place, 'away-plans');
    const planning = worker(results);
    const command = begin('plan', list, ...FLAGS, '--results', results);
    await until(() => existsSync(results) && readdirSync(results).length > 5);
    renameSync(results, `${results}-elsewhere`);
    await until(() => planning.err().includes('the results cannot be used'));
    renameSync(`${results}-elsewhere`, results);
    expect((await command.ended).code).toBe(0);
    expect(await plannedBy(planning)).toBeGreaterThan(0);
    expect(planning.err()).toContain('failed 0');
  });

  test.skipIf(!CAN_MOUNT)(`waits while the disk of the results is full${NO_SMALL_DISK}`, async () => {
    const list = writeDatabases(join(place, 'full'), 60);
    const results = join(place, 'full-plans');
    mkdirSync(results);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'none', results]);
    try {
      const planning = worker(results);
      const command = begin('plan', list, ...FLAGS, '--results', results);
      await until(() => [planning, command].some((one) => one.err().includes('the disk is full')));
      execFileSync('mount', ['-o', 'remount,size=40m', results]);
      expect((await command.ended).code).toBe(0);
      expect(await plannedBy(planning)).toBe(60);
      expect(planning.err()).toContain('failed 0');
    } finally {
      execFileSync('umount', ['-l', results]);
    }
  });

  test('has a row with a problem for a plan that ends its process three times, and makes the others', async () => {
    const list = writeLongDatabase(join(place, 'killer'), '30d', 5);
    const results = join(place, 'killer-plans');
    const command = begin('plan', list, ...FLAGS, '--results', results);
    const long = await keyOfLong(results, 6);
    const planning = worker(results);
    const client = new Redis({ port: redis.port, maxRetriesPerRequest: null });
    const isLongActive = async () => {
      const [key = ''] = await client.keys('tidemark:plans-*:active');
      return key !== '' && (await client.lrange(key, 0, -1)).includes(long);
    };
    try {
      for (let kills = 0; kills < 3; kills++) {
        await lasting(isLongActive, 1500);
        process.kill(Number(childOf(planning)), 'SIGKILL');
      }
      const { code, out } = await command.ended;
      const answer: {
        readonly databases: readonly object[];
        readonly problems: readonly { name: string }[];
      } = JSON.parse(out);
      expect([code, answer.databases.length, answer.problems.map(({ name }) => name)]).toEqual([
        2,
        5,
        ['long'],
      ]);
      expect(out).toContain('workers could not plan it: Worker exited unexpectedly');
      planning.child.kill('SIGTERM');
      expect((await planning.ended).err).toContain('planned 5, failed 3, handed back 0');
    } finally {
      client.disconnect();
    }
  });

  test('does not take a busy worker for dead', async () => {
    const list = writeLongDatabase(join(place, 'busy'), '24h');
    const results = join(place, 'busy-plans');
    const workers = [worker(results, '--dead-after', '500ms'), worker(results, '--dead-after', '500ms')];
    const { code } = await begin('plan', list, ...FLAGS, '--results', results).ended;
    const planned = await Promise.all(workers.map(plannedBy));
    expect([code, planned.sort()]).toEqual([0, [0, 1]]);
  });

  test('lets a worker end while the queue is away', async () => {
    const one = worker(join(place, 'ending-plans'), '--grace', '200ms');
    await until(() => one.err().includes('takes jobs'));
    redis.kill();
    await until(() => one.err().includes('the queue is away'));
    one.child.kill('SIGTERM');
    expect((await one.ended).code).toBe(0);
  });

  test('lets a worker end while the queue goes away', async () => {
    const one = worker(join(place, 'leaving-plans'), '--dead-after', '10m', '--grace', '10m');
    await until(() => one.err().includes('takes jobs'));
    redis.pause();
    one.child.kill('SIGTERM');
    // By then the worker has no jobs any more, and waits for the server to forget it.
    await new Promise((resolve) => setTimeout(resolve, 4000));
    redis.kill();
    expect((await one.ended).code).toBe(0);
  });

  test('hands back the plan of a worker that has to end, at once', async () => {
    const list = writeLongDatabase(join(place, 'back'), '24h');
    const results = join(place, 'back-plans');
    const first = worker(results, '--dead-after', '10m', '--grace', '1ms', '--metrics', '0');
    const command = begin('plan', list, ...FLAGS, '--results', results);
    await until(async () => {
      const port = /metrics at port (\d+)/.exec(first.err())?.[1];
      if (port === undefined) return false;
      return (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).includes('jobs_running 1');
    });
    first.child.kill('SIGTERM');
    expect((await first.ended).err).toContain('planned 0, failed 0, handed back 1');
    const second = worker(results, '--dead-after', '10m');
    expect((await command.ended).code).toBe(0);
    expect(await plannedBy(second)).toBe(1);
  });
});

/** The key of the job whose demand is clients, once the command has kept all jobs. */
async function keyOfLong(results: string, jobs: number): Promise<string> {
  const folder = join(results, 'jobs');
  const kept = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.job')) : []);
  await until(() => kept().length === jobs);
  const isLong = (name: string) =>
    unpackedJob(readFileSync(join(folder, name))).simulation.computes[0]?.demand[0]?.kind === 'clients';
  return (kept().find(isLong) ?? '').replace('.job', '');
}

/** Waits until it has held for so long. Other jobs take less, so then the process makes the long plan. */
async function lasting(holds: () => Promise<boolean>, ms: number): Promise<void> {
  let since = Date.now();
  await until(async () => {
    if (!(await holds())) since = Date.now();
    return Date.now() - since > ms;
  });
}

/** The process in which a worker makes its plans. */
function childOf({ child }: Running): string {
  return execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).trim();
}

/** Lehmer's generator. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
