import { describe, expect, test } from 'vitest';
import { run } from '../cli/run.ts';
import { read, refusal } from './read.ts';

/** One minute each: only the server's own agents, work without a connection, and work with one. */
const ROWS: readonly (readonly [cpu: number, queries: number, connections: number])[] = [
  [0.05, 3, 1],
  [0.06, 3, 1],
  [0.5, 3, 0],
  [0.5, 90, 2],
];
const table = (connections: string) =>
  [
    `time,cpu_cores,queries,${connections}`,
    ...ROWS.map((row, minute) => [`2026-03-02 00:0${minute}`, ...row].join(',')),
  ].join('\n');
const MAP = ['cpu=cpu_cores:vcpu', 'queries=queries'];

describe('--idle-below', () => {
  test('makes samples idle that have as little CPU, or no connection throughout', async () => {
    const { values } = await read(table('max'), { map: [...MAP, 'connections=max'], idleBelow: 0.06 });
    expect(values).toEqual([
      [0, 0, 0, 0.5],
      [0, 0, 0, 90],
      [1, 1, 0, 2],
    ]);
  });

  test('does not trust single readings of connections, which may miss some', async () => {
    const { values } = await read(table('count'), { map: [...MAP, 'connections=count'], idleBelow: 0.06 });
    expect(values[0]).toEqual([0, 0, 0.5, 0.5]);
  });

  test('is refused for a trace without CPU', async () => {
    expect(await refusal('time,queries\n2026-03-02,1\n2026-03-03,1', { idleBelow: 0.06 })).toBe(
      'load.csv, ‹idleBelow›: the trace does not have the CPU that was used; leave it out',
    );
  });

  test('means the same as the field of a scenario, for one database and for those of a list', async () => {
    const files = {
      't.csv': table('max'),
      's.yaml': `why: Who?\nstart: 2026-03-02T00:00Z\nhorizon: 4m\ndemand:\n  - { kind: trace, file: t.csv, map: ["cpu=cpu_cores:vcpu"], idleBelow: 0.06 }\n`,
      'l.yaml': 'databases: [{ name: a, file: t.csv, map: ["cpu=cpu_cores:vcpu"], idleBelow: 0.06 }]\n',
    };
    const ask = async (...args: readonly string[]) => {
      const { out, err } = await run([...args, '--json'], files);
      return err === '' ? JSON.parse(out) : err;
    };
    const used = async (...args: readonly string[]) =>
      (await ask('simulate', ...args, '--no-compare')).computes[0].cpu.usedCpuHours;
    const flags = ['--map', 'cpu=cpu_cores:vcpu'];
    const told = await used('t.csv', ...flags, '--idle-below', '0.06');
    expect(told).toBeLessThan(await used('t.csv', ...flags));
    expect(await used('s.yaml')).toBe(told);
    const few = ['--highest', '1', '--timeouts', '5m'];
    const alone = await ask('plan', 't.csv', ...flags, '--idle-below', '0.06', ...few);
    const { databases } = await ask('plan', 'l.yaml', ...few);
    expect(databases[0].recommendation.outcome.costPerMonth).toBe(alone.recommendation.outcome.costPerMonth);
    expect(alone.notes).toContain(
      'Samples with 0.06 vCPU or less, or without a connection, count as idle: --idle-below.',
    );
    expect(await ask('simulate', 's.yaml', '--idle-below', '0.06')).toBe(
      'tidemark: --idle-below: it is for a trace, and the file is a scenario; leave it out; a demand of kind trace has a field for it\n',
    );
    expect(await ask('simulate', 't.csv', '--idle-below', '0.0001')).toContain(
      'Write a number of vCPU from 0.001 to 1000.',
    );
  });
});
