import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ReadSettings, readTraces, recognise, sourceOf } from '../../src/trace/index.ts';
import { instanceClass } from '../../src/trace/instances/instance-class.ts';
import { read, refusal, SETTINGS } from './read.ts';

const bytes = (name: string) => new Uint8Array(readFileSync(new URL(`exports/${name}`, import.meta.url)));
const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
const { vcpus, memoryBytes } = instanceClass('db.r6g.large') ?? { vcpus: 0, memoryBytes: 0 };
const ON_R6G: Partial<ReadSettings> = { vcpus, memoryBytes };

/** The first sample of an export. */
async function firstOf(name: string, settings: Partial<ReadSettings>) {
  const { head, times, values } = await read(bytes(name), { name, ...settings });
  expect([new Date(times[0] ?? 0).toISOString(), times.length, head.stepMs]).toEqual([
    '2026-03-02T08:00:00.000Z',
    48,
    300_000,
  ]);
  return head.columns.map(({ quantity }, at) => {
    const value = values[at]?.[0] ?? Number.NaN;
    return [quantity, quantity === 'memory' ? Math.round(value / MIB) : Number(value.toFixed(6))];
  });
}

const CPU = ['cpu', 0.12];
const CONNECTIONS = ['connections', 12];
const USED = ['memory', 8397];

describe('files as monitoring systems export them', () => {
  test.each([
    ['CPU_utilization_[MEAN].csv', [CPU]],
    ['cloudwatch-console.csv', [CPU, USED, CONNECTIONS]],
    ['cloudwatch-get-metric-data.json', [CPU, USED, CONNECTIONS]],
    ['datadog-long.csv', [CPU, CONNECTIONS]],
    ['datadog-wide.csv', [CPU, USED, CONNECTIONS]],
    ['google-reserved-cores.json', [CPU]],
    ['google-time-series.json', [CPU, ['memory', 5325], ['connections', 16]]],
    [
      'grafana-prometheus.csv',
      [
        ['load', 0.12],
        ['connections', 15],
        ['activeConnections', 3],
      ],
    ],
    ['grafana-series-as-rows.csv', [CPU, CONNECTIONS]],
    ['grafana-units-in-cells.csv', [CPU, ['memory', 5325], CONNECTIONS]],
    ['grafana-units-in-header.csv', [CPU, ['memory', 5325], ['activeConnections', 12]]],
    ['newrelic-cli.json', [CPU]],
    ['newrelic-nerdgraph.json', [CPU, USED, CONNECTIONS]],
    ['newrelic.csv', [CPU, ['memory', 5325]]],
  ])('%s', async (name, expected) => {
    expect(await firstOf(name, ON_R6G)).toEqual(expected);
  });

  test('free memory is read only if the total is known', async () => {
    const { head, notes } = await read(bytes('datadog-wide.csv'), { name: 'wide.csv', vcpus: 2 });
    expect(head.columns.map(({ quantity }) => quantity)).toEqual(['cpu', 'connections']);
    expect(notes).toContain('not read: freeable_memory, free memory; ‹instance› gives the total');
  });

  test('the number of processors is taken from the reserved cores of Cloud SQL', async () => {
    const { values } = await read(bytes('google-reserved-cores.json'), { name: 'cores.json' });
    expect(values[0]?.[0]).toBe(0.24);
  });

  test('‹where› selects one of several databases by labels', async () => {
    const settings = { name: 'several.csv', vcpus: 2, where: 'dbinstanceidentifier="billing"' };
    expect((await read(bytes('datadog-several.csv'), settings)).values[0]?.[0]).toBeCloseTo(0.4296);
    expect(await refusal(bytes('datadog-several.csv'), { ...settings, where: 'env="test"' })).toBe(
      'several.csv, ‹where› env="test": no series has such labels; there are ' +
        'aws.rds.cpuutilization{dbinstanceidentifier="shop-prod",env="prod"}, aws.rds.cpuutilization{dbinstanceidentifier="billing",env="prod"}',
    );
    expect(await refusal(bytes('newrelic.csv'), { ...settings, name: 'load.csv' })).toBe(
      'load.csv, ‹where›: only series have labels, and this file has no series; leave it out; ' +
        '‹map› says which column is what, and ‹by› splits a table',
    );
  });

  test('‹by› distinguishes databases by a label or a star', async () => {
    const parts = async (name: string, by: string, more: Partial<ReadSettings>) => {
      const found = await readTraces(
        await recognise(sourceOf(bytes(name))),
        { ...SETTINGS, name, ...more },
        by,
      );
      return found.map((part) =>
        'error' in part
          ? part.error.message
          : [part.name, part.trace.head.columns.map((one) => one.quantity)],
      );
    };
    expect(await parts('prometheus-instances.json', 'instance', {})).toEqual([
      ['shop', ['load', 'connections', 'activeConnections']],
      ['billing', ['load', 'connections', 'activeConnections']],
    ]);
    const one = { map: ['cpu=value:percent'], vcpus: 2 };
    expect(await parts('grafana-column-a-database.csv', '*', one)).toEqual([
      ['shop prod', ['cpu']],
      ['billing', ['cpu']],
      ['auth:eu', ['cpu']],
    ]);
    await expect(parts('datadog-several.csv', 'host', { vcpus: 2 })).rejects.toThrow(
      'datadog-several.csv, ‹by› host: no series has such a label; labels are dbinstanceidentifier, env',
    );
  });

  test('CPU that could be percent or vCPU is a problem that asks for the unit', async () => {
    expect(await refusal(bytes('grafana-long.csv'), { name: 'long.csv' })).toBe(
      'long.csv, CPU usage: the unit of cpu is not clear from the name and the values; ' +
        'add it after a colon, with one of vcpu, cores, millicores, percent, fraction, percent-of-size, percent-of-max, counter, cpu-seconds',
    );
  });
});

describe('instance classes of RDS', () => {
  // Rows from different tables of the guide.
  test.each([
    ['db.m7g.large', 2, 8],
    ['db.m6i.32xlarge', 128, 512],
    ['db.m4.10xlarge', 40, 160],
    ['db.m7i.metal-24xl', 96, 384],
    ['db.r6g.large', 2, 16],
    ['db.r8g.48xlarge', 192, 1536],
    ['db.r4.xlarge', 4, 30.5],
    ['db.x1e.16xlarge', 64, 1952],
    ['db.x2iedn.8xlarge', 32, 1024],
    ['db.z1d.3xlarge', 12, 96],
    ['db.t4g.medium', 2, 4],
    ['db.t2.small', 1, 2],
    ['db.m3.medium', 1, 3.75],
  ])('%s', (name, cores, gib) => {
    expect(instanceClass(name)).toEqual({ name, vcpus: cores, memoryBytes: gib * GIB });
    expect(instanceClass(name.toUpperCase())).toEqual(instanceClass(name));
  });

  test('unknown classes are not found', () => {
    expect(instanceClass('db.serverless')).toBeNull();
    expect(instanceClass('db.m8g.16xlarge')).toBeNull();
  });
});
