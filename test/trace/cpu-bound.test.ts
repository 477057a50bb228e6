import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { demandOf, type Quantity, type Statistic, type Trace, withActivity } from '../../src/trace/index.ts';
import { bindProfile, createZone, type LoadDemand } from '../../src/workload/index.ts';
import { run } from '../cli/run.ts';
import { column, MIDNIGHT, traceOf } from './traces.ts';

const MINUTE = 60_000;
const ask = (trace: Trace, more: { cpuMsPerQuery?: number; vcpus?: number } = {}) => {
  const { cpuMsPerQuery = null, vcpus = null } = more;
  const sizes = { baseMemoryBytes: 0, connectionMemoryBytes: 0 };
  const settings = { name: 'trace', startMs: MIDNIGHT, cpuMsPerQuery, vcpus, ...sizes };
  const { demand, ...rest } = demandOf(withActivity(trace), settings);
  return { ...rest, load: demand[0] as LoadDemand };
};
const steps = ({ vcpu }: LoadDemand, count: number, stepMs = MINUTE) => {
  const bound = bindProfile(vcpu, MIDNIGHT, createZone('UTC'), 1, 'test');
  return Array.from({ length: count }, (_, i) => bound(MIDNIGHT + i * stepMs).value);
};

describe('an upper bound of CPU', () => {
  test('is how long queries ran in each step, limited by the capacity, and a note says so', () => {
    const trace = traceOf(
      [column('queries'), column('queryMs')],
      [
        [0, 600, 50],
        [1, 0],
        [2, 120, 1500],
      ],
    );
    const { load, cpuBound, notes } = ask(trace);
    expect(steps(load, 3)).toEqual([0.5, 0, 3]);
    expect(cpuBound).toEqual({ by: 'durations', fastestMs: null });
    expect(notes).toContain(
      'CPU was not measured, so the demand is its upper bound: the durations of queries.',
    );
    expect(steps(ask(trace, { vcpus: 2 }).load, 3)).toEqual([0.5, 0, 2]);
  });

  test('is not used if the CPU of a query is given', () => {
    const trace = traceOf([column('queries'), column('queryMs')], [[0, 600, 50]]);
    const { load, cpuBound } = ask(trace, { cpuMsPerQuery: 10 });
    expect([steps(load, 1), cpuBound]).toEqual([[0.1], null]);
  });

  test('a query longer than a step also counts in the steps before, but not before the trace', () => {
    const trace = traceOf(
      [column('queries'), column('queryMs')],
      [
        [0, 0],
        [1, 0],
        [2, 1, 2 * MINUTE],
        [3, 0],
      ],
    );
    expect(steps(ask(trace).load, 4)).toEqual([0, 1, 1, 0]);
    const early = traceOf(
      [column('queries'), column('queryMs')],
      [
        [0, 0],
        [1, 1, 4 * MINUTE],
      ],
    );
    expect(steps(ask(early).load, 2)).toEqual([2, 2]);
  });

  test('active sessions are a bound as averages, but not as single readings', () => {
    expect(ask(traceOf([column('activeConnections')], [[0, 1.5]]))).toMatchObject({
      cpuBound: { by: 'activeSessions', fastestMs: null },
    });
    expect(() => ask(traceOf([column('activeConnections', 'point')], [[0, 2]]))).toThrow('it has no CPU');
  });

  test('single events are enough for a bound', () => {
    const query = (atMs: number, durationMs?: number) =>
      ({
        kind: 'query',
        atMs: MIDNIGHT + atMs,
        ...(durationMs === undefined ? {} : { durationMs }),
      }) as const;
    const trace = { ...traceOf([], [], null), events: [query(0, 1500), query(2250, 500)] };
    expect(steps(ask(trace).load, 4, 1000)).toEqual([1, 0.5, 0.5, 0]);
    expect(() => ask({ ...trace, events: [query(0), query(1000)] })).toThrow('it has queries and no CPU');
  });

  test('trace inspect says that the CPU is a bound', async () => {
    const trace = readFileSync('scenarios/traces/sleepless-day.jsonl', 'utf8');
    const { out } = await run(['trace', 'inspect', 't.jsonl', '--json'], { 't.jsonl': trace });
    expect(JSON.parse(out).questions[0]).toMatchObject({
      question: 'which size range',
      answerable: 'bounded',
      why: 'CPU is at most the durations of queries',
    });
  });

  test('a log can be planned without options, and the answer first says what bounds its CPU', async () => {
    const log = Array.from({ length: 60 }, (_, i) => {
      const time = new Date(MIDNIGHT + i * 5 * MINUTE).toISOString().replace('T', ' ').replace('Z', ' UTC');
      return `${time} [7] LOG:  duration: 300.000 ms  statement: select 1\n`;
    }).join('');
    // A run begins with a start, which is a large part of five hours.
    const few = ['--highest', '1', '--timeouts', '5m', '--assume', 'start=300ms/600ms'];
    const text = await run(['plan', 't.log', ...few], { 't.log': log });
    expect([text.code, text.err]).toEqual([0, '']);
    expect(text.out.replaceAll(/\s+/g, ' ')).toContain(
      'CPU was not measured, so the plan uses its upper bound, the durations of queries. No query is faster than 300 ms: if faster ones are not logged, their CPU comes on top. To be exact, give --cpu-per-query or a trace with CPU.',
    );
    const asked = async (...more: readonly string[]) =>
      JSON.parse((await run(['plan', 't.log', '--json', ...few, ...more], { 't.log': log })).out).cpuBound;
    expect(await asked()).toEqual({ by: 'durations', fastestMs: 300 });
    expect(await asked('--cpu-per-query', '5ms')).toBe(null);
  });
});

describe('queries at once', () => {
  const most = (...columns: readonly (readonly [Quantity, Statistic, number])[]) => {
    const trace = traceOf(
      [column('cpu'), ...columns.map(([quantity, statistic]) => column(quantity, statistic))],
      [[0, 1, ...columns.map(([, , value]) => value)]],
    );
    return ask(trace).load.concurrency;
  };

  test('are limited by the largest number of active sessions in a step', () => {
    expect(most(['activeConnections', 'maximum', 3])).toBe(3);
    expect(most(['activeConnections', 'point', 2], ['activeConnections', 'maximum', 3])).toBe(3);
  });

  test('are not limited by averages or single readings, which miss peaks', () => {
    expect(most(['activeConnections', 'average', 3])).toBe(null);
    expect(most(['activeConnections', 'point', 3])).toBe(null);
  });
});
