import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { Command } from 'commander';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine } from '../../src/cli/flags/command-line.ts';
import { selfSigned } from '../../src/gateway/index.ts';
import { run } from '../cli/run.ts';
import { writeDatabases } from './databases.ts';
import { start, until } from './processes.ts';
import { NOT_RUN, REDIS, startRedis, type TestRedis } from './redis.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-fleet-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PASSWORD = 'a-secret-of-the-queue';
const list = writeDatabases(join(folder, 'metrics'), 4);
const FLAGS = ['--highest', '4', '--timeouts', '5m'];

test('a queue that cannot be used, and a worker without results, are problems', async () => {
  const noServer = ['--queue', 'redis://127.0.0.1:1', '--results', join(folder, 'none')];
  for (const args of [
    ['worker', ...noServer],
    ['plan', list, ...noServer],
  ]) {
    const { code, err } = await start(args).ended;
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('redis://127.0.0.1:1 cannot be used (connect ECONNREFUSED'),
    ]);
  }
  const alone = await start(['plan', list, '--queue', 'redis://127.0.0.1']).ended;
  expect([alone.code, alone.err]).toEqual([
    2,
    expect.stringContaining('where --results says, and it is missing'),
  ]);
});

describe.skipIf(REDIS === undefined)(`a queue on a server of Redis${NOT_RUN}`, () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis({ password: PASSWORD });
  });
  afterAll(() => redis.stop());
  const env = { TIDEMARK_QUEUE_PASSWORD: PASSWORD };
  const queue = (prefix: string) => ['--queue', `${redis.url}?prefix=${prefix}`];

  test('gives the same answer as this machine alone, and its password is shown nowhere', async () => {
    const results = ['--results', join(folder, 'plans')];
    const worker = start(['worker', ...queue('one'), ...results, '--metrics', '0'], env);
    await until(() => worker.err().includes('takes jobs'));
    const port = /metrics at port (\d+)/.exec(worker.err())?.[1];
    const [there, here] = await Promise.all([
      start(['plan', list, ...FLAGS, '--json', ...queue('one'), ...results], env).ended,
      start(['plan', list, ...FLAGS, '--json']).ended,
    ]);
    expect([there.code, there.out]).toEqual([0, here.out]);
    expect(readdirSync(join(folder, 'plans', 'jobs'))).toEqual([]);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain('\ntidemark_worker_jobs_total{end="planned"} 4\n');
    // The same command again needs no worker.
    worker.child.kill('SIGTERM');
    const ended = await worker.ended;
    expect([ended.code, ended.err]).toEqual([
      0,
      expect.stringContaining('planned 4, failed 0, handed back 0'),
    ]);
    const again = await start(['plan', list, ...FLAGS, '--json', ...queue('one'), ...results], env).ended;
    expect([again.out, again.err]).toEqual([here.out, expect.stringContaining('4 of 4 were planned before')]);
    expect([there.err, there.out, ended.err, again.err].join()).not.toContain(PASSWORD);
    const wrong = await start(['worker', ...queue('one'), ...results], {
      TIDEMARK_QUEUE_PASSWORD: 'wrong-one',
    }).ended;
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/cannot be used \(WRONGPASS/)]);
    expect(wrong.err).not.toContain('wrong-one');
  });

  test('refuses a worker of another version, and a command says that only such workers are there', async () => {
    const client = new Redis({ port: redis.port, password: PASSWORD, maxRetriesPerRequest: null });
    try {
      const old = new Queue('plans-0.0.7', { connection: client, prefix: 'two' });
      await old.add('plan', {}, { jobId: 'a-key' });
      await client.zadd('two:versions', '1', '0.0.7');
      const results = ['--results', join(folder, 'other')];
      const { code, err } = await start(['worker', ...queue('two'), ...results], env).ended;
      expect([code, err]).toEqual([2, expect.stringContaining('wait for tidemark 0.0.7, and this is ')]);
      await client.zadd('two:workers', '9999999999999', '0.0.7 a-worker');
      const plan = start(['plan', list, ...FLAGS, ...queue('two'), ...results], env);
      await until(() => plan.err().includes('the workers are of tidemark 0.0.7'));
      plan.child.kill('SIGINT');
      expect((await plan.ended).code).toBe(130);
      await old.close();
    } finally {
      client.disconnect();
    }
  });
});

test.skipIf(REDIS === undefined)(
  `a connection can be encrypted, and its certificate is checked${NOT_RUN}`,
  async () => {
    const certificate = join(folder, 'queue.pem');
    writeFileSync(certificate, selfSigned(Date.now(), new Uint8Array([1, 2, 3])));
    const redis = await startRedis({ certificate });
    const args = ['worker', '--queue', redis.url, '--results', join(folder, 'encrypted')];
    try {
      const { code, err } = await start(args).ended;
      expect([code, err]).toEqual([2, expect.stringContaining('cannot be used (self-signed certificate')]);
      const worker = start(args, { NODE_EXTRA_CA_CERTS: certificate });
      await until(() => worker.err().includes('takes jobs') || worker.child.exitCode !== null);
      worker.child.kill('SIGTERM');
      expect((await worker.ended).code).toBe(0);
    } finally {
      redis.stop();
    }
  },
);

test('shards meet in the results', async () => {
  const results = ['--results', join(folder, 'shards')];
  const one = await start(['plan', list, ...FLAGS, '--format', 'csv', ...results, '--shard', '1/3']).ended;
  expect(one.out.split('\n').map((row) => row.split(',')[1])).toEqual([
    'database',
    'db-0',
    'db-3',
    undefined,
  ]);
  for (const shard of ['2/3', '3/3'])
    await start(['plan', list, ...FLAGS, ...results, '--shard', shard]).ended;
  const whole = await start(['plan', list, ...FLAGS, ...results]).ended;
  expect(whole.err).toContain('4 of 4 were planned before');
  for (const shard of ['0/3', '4/3', 'x']) {
    const { code, err } = await run(['plan', 'a.yaml', '--results', 'plans', '--shard', shard], {
      'a.yaml': 'databases: [{ name: a, file: a.csv }]',
    });
    expect([code, err]).toEqual([2, expect.stringContaining(`--shard: found "${shard}"`)]);
  }
});

test('a report shows the command without the passwords of its addresses', async () => {
  const secret = 'postgres://me:pass%40word@127.0.0.1:1/plans';
  const program = new Command().exitOverride();
  program
    .command('plan <file>')
    .option('--results <place>')
    .option('--queue <url>')
    .action(() => {});
  await program.parseAsync(['plan', 'a.csv', '--results', secret, '--queue=redis://:p@ss@host'], {
    from: 'user',
  });
  expect(commandLine(program)).toBe(
    'tidemark plan a.csv --results postgres://me@127.0.0.1:1/plans --queue=redis://@host',
  );
});
