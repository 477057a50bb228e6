import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAKE_KEY, type FakeApi, fakeApi } from '../cli/fake-api.ts';
import { MAIN, SHORT_LIVED } from '../cli/served.ts';

const FROM = Date.UTC(2026, 2, 2) / 1000;
const WEEK_S = 7 * 86_400;
const SCRAPE_S = 300;
const HOUR_S = 3600;

const isInstalled = ['prometheus', 'promtool'].every((name) => spawnSync(name, ['--version']).status === 0);

describe.runIf(!isInstalled)('collecting from a real Prometheus', () => {
  test('is not tried, because prometheus or promtool is not installed', () => {
    expect(isInstalled).toBe(false);
  });
});

describe.runIf(isInstalled)('collecting from a real Prometheus that holds a week', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-prometheus-'));
  let api: FakeApi;
  let server: ChildProcess;
  let url = '';

  beforeAll(async () => {
    writeFileSync(join(folder, 'samples.txt'), week());
    mkdirSync(join(folder, 'data'));
    execFileSync('promtool', ['tsdb', 'create-blocks-from', 'openmetrics', 'samples.txt', 'data'], {
      cwd: folder,
      stdio: 'ignore',
    });
    writeFileSync(join(folder, 'prometheus.yml'), 'global: {}\n');
    const address = `127.0.0.1:${await freePort()}`;
    url = `http://${address}`;
    server = spawn(
      'prometheus',
      [
        '--config.file=prometheus.yml',
        '--storage.tsdb.path=data',
        '--storage.tsdb.retention.time=100y',
        `--web.listen-address=${address}`,
      ],
      { cwd: folder, stdio: 'ignore' },
    );
    await ready(url);
    api = await fakeApi(['shop', 'office', 'forgotten']);
  });

  afterAll(async () => {
    await api.close();
    server.kill();
    await once(server, 'close');
    rmSync(folder, { recursive: true });
  });

  const tidemark = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [...SHORT_LIVED, MAIN, ...args], {
      cwd: folder,
      env: { ...process.env, TIDEMARK_API_KEY: FAKE_KEY },
    });
  const collect = (to: string, ...args: readonly string[]) =>
    tidemark(
      ...['collect', '--api-url', api.url, '--prometheus', url, '-o', to],
      ...['--from', '2026-03-02', '--to', '2026-03-09', '--step', '5m', ...args],
    );

  test('takes two commands from an account to a ranked list', async () => {
    const collected = await collect('fleet');
    expect(collected.stdout).toContain('Collected 2 of 3 databases');
    expect(collected.stdout).toContain('forgotten/main (ep-forgotten): the server has no samples');
    expect(readdirSync(join(folder, 'fleet/traces')).sort()).toEqual([
      'ep-office.parquet',
      'ep-shop.parquet',
    ]);

    const planned = JSON.parse((await tidemark('plan', 'fleet/list.yaml', '--json')).stdout);
    expect(planned.totals).toMatchObject({ databases: 2, planned: 2, compared: 2 });
    expect(
      planned.databases.map(({ name, project }: Record<string, string>) => `${project}/${name}`),
    ).toEqual(['office/main', 'shop/main']);
    for (const { current, days } of planned.databases) {
      expect(current.configuration.text).toBe('0.25-2, 5m');
      expect(days).toBeGreaterThan(6.6);
    }
  });

  test('keeps nights without samples as gaps, and the CPU of the days', async () => {
    const inspected = await tidemark('trace', 'inspect', 'fleet/list.yaml#office/main', '--json');
    const { columns, gaps } = JSON.parse(inspected.stdout);
    expect(columns.map(({ quantity }: { quantity: string }) => quantity)).toEqual([
      'cpu',
      'load',
      'connections',
      'activeConnections',
    ]);
    expect(columns[0].max).toBeCloseTo(0.5, 2);
    // The trace begins after the first night.
    expect(gaps.count).toBe(6);
  });

  test('refuses steps that are shorter than the time between samples', async () => {
    await expect(collect('fine', '--step', '1m')).rejects.toMatchObject({
      code: 2,
      stderr:
        'tidemark: --step: the server has a sample each 5m, so steps of 1m would make bursts of CPU; use --step 5m\n',
    });
  });

  test('asks in parts for more samples than Prometheus gives at once', async () => {
    const { stdout } = await collect('long', '--from', '2026-01-20', '--json');
    const { databases } = JSON.parse(stdout);
    expect(databases[0].samples).toBe(WEEK_S / SCRAPE_S);
  });
});

/** A week of two computes as the service exports it: one works all the time, one only in the hours of an office. */
function week(): string {
  const families = [
    { name: 'host_cpu_seconds', type: 'counter', series: cpu },
    { name: 'host_load1', type: 'gauge', series: load },
    { name: 'neon_connection_counts', type: 'gauge', series: connections },
  ];
  const lines = families.flatMap(({ name, type, series }) => [
    `# TYPE ${name} ${type}`,
    ...['shop', 'office'].flatMap(series),
  ]);
  return `${lines.join('\n')}\n# EOF\n`;
}

/** One line for each time at which the compute is awake. */
function sampled(name: string, labels: string, compute: string, valueAt: (at: number) => number): string[] {
  const times = Array.from({ length: WEEK_S / SCRAPE_S + 1 }, (_, at) => FROM + at * SCRAPE_S);
  const isAwake = (at: number) => compute === 'shop' || hourOf(at) >= 8;
  return times.flatMap((at) =>
    isAwake(at) ? [`${name}{endpoint_id="ep-${compute}",compute_id="c"${labels}} ${valueAt(at)} ${at}`] : [],
  );
}

function cpu(compute: string): string[] {
  const vcpu = compute === 'shop' ? 0.25 : 0.5;
  return sampled('host_cpu_seconds_total', ',mode="user",cpu="0"', compute, (at) => vcpu * (at - FROM));
}

function load(compute: string): string[] {
  return sampled('host_load1', '', compute, () => 0.5);
}

function connections(compute: string): string[] {
  return ['active', 'idle'].flatMap((state) =>
    sampled('neon_connection_counts', `,state="${state}",datname="app"`, compute, () => 3),
  );
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR_S) % 24;
}

async function ready(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${url}/-/ready`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing is ready at ${url}`);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
