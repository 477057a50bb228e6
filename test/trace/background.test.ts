import { describe, expect, test } from 'vitest';
import { backgroundOf, type Trace, withActivity } from '../../src/trace/index.ts';
import { column, MIDNIGHT, traceOf } from './traces.ts';

const MINUTE = 60_000;
const STEP = 5 * MINUTE;
const STEPS = 288;
/** Work from 9 to 17 h of a day, in samples of five minutes. */
const isWork = (i: number) => i >= 9 * 12 && i < 17 * 12;
/** Values up to 1, in no order. */
const shade = (i: number) => ((i * 7919) % 101) / 100;

const SETTINGS = { cpuMsPerQuery: null, vcpus: null };
const found = async (trace: Trace) => (await backgroundOf(trace, SETTINGS))?.background ?? null;
const day = (cpu: (i: number) => number, connections?: (i: number) => number, steps = STEPS) =>
  traceOf(
    connections === undefined ? [column('cpu')] : [column('cpu'), column('connections', 'maximum')],
    Array.from({ length: steps }, (_, i) => [
      i,
      cpu(i),
      ...(connections === undefined ? [] : [connections(i)]),
    ]),
    STEP,
  );
const floor = (i: number) => 0.05 + 0.005 * shade(i);
const work = (i: number) => (isWork(i) ? 0.2 + 0.3 * shade(i) : 0);

describe('CPU that never stops', () => {
  test('is a floor if the quietest hours have little CPU at a nearly constant level', async () => {
    expect(await found(day((i) => floor(i) + work(i)))).toEqual({
      kind: 'floor',
      vcpu: expect.closeTo(0.0525, 3),
      idleBelow: 0.06,
      isConnected: null,
    });
    // The server restarts in the night.
    expect(await found(day((i) => (i === 20 ? 0 : floor(i) + work(i))))).toMatchObject({ kind: 'floor' });
  });

  test('records whether clients are connected meanwhile', async () => {
    const trace = (idle: number) =>
      day(
        (i) => floor(i) + work(i),
        (i) => (isWork(i) ? 5 : idle),
      );
    expect(await found(trace(0))).toMatchObject({ kind: 'floor', isConnected: false });
    expect(await found(trace(1))).toMatchObject({ kind: 'floor', isConnected: true });
  });

  test.each([
    ['it stops', (i: number) => (i < 40 ? 0 : floor(i))],
    ['it is as uneven as visitors are', (i: number) => 0.04 + 0.06 * shade(i) + work(i)],
    ['it is more than a server takes by itself', (i: number) => 0.4 + 0.005 * shade(i)],
  ])('is no floor if %s', async (_, cpu) => {
    expect(await found(day(cpu))).toBe(null);
  });

  test('is no floor in a trace too short to have quiet hours', async () => {
    expect(await found(day(floor, undefined, 12 * 12))).toBe(null);
  });
});

describe('a little CPU at a fixed interval', () => {
  const minutes = (cpu: (i: number) => number) =>
    traceOf(
      [column('cpu')],
      Array.from({ length: 1440 }, (_, i) => [i, cpu(i)]),
    );
  const busy = (i: number) => (i >= 540 && i < 1020 ? 0.5 : 0);

  test('is a beat', async () => {
    expect(await found(minutes((i) => (i % 4 === 0 ? 0.03 : 0.005) + busy(i)))).toMatchObject({
      kind: 'beat',
      vcpu: 0.03,
      everyMs: 4 * MINUTE,
      idleBelow: 0.03,
    });
  });

  test('is no beat if it comes at irregular times', async () => {
    expect(await found(minutes((i) => (shade(i * i) > 0.75 ? 0.03 : 0.005) + busy(i)))).toBe(null);
  });
});

test('CPU without a connection is background, even if it is irregular', async () => {
  const trace = day(
    (i) => (isWork(i) ? 0.5 : 0.3 * shade(i)),
    (i) => (isWork(i) ? 5 : 0),
  );
  const own = await backgroundOf(trace, SETTINGS);
  expect(own?.background).toMatchObject({ kind: 'unconnected', idleBelow: 0.01 });
  expect(own?.without(trace).values[0]?.filter((vcpu) => vcpu > 0).length).toBe(8 * 12);
});

describe('clients that ask at a fixed interval', () => {
  const query = (atMs: number, application: string, text: string, durationMs: number) =>
    ({ kind: 'query', atMs: MIDNIGHT + atMs, application, query: text, durationMs }) as const;
  const polls = Array.from({ length: 40 }, (_, i) => query(i * 4 * MINUTE, 'probe', 'select ?', 20));
  const visits = [7, 31, 32, 80, 101, 150].map((at) =>
    query(at * MINUTE, 'shop', 'select * from orders', 900),
  );
  const trace = withActivity({
    ...traceOf([], [], null),
    events: [...polls, ...visits].sort((one, other) => one.atMs - other.atMs),
  });

  test('are found by their queries, and removed from events and samples', async () => {
    const own = await backgroundOf(trace, SETTINGS);
    expect(own?.background).toMatchObject({
      kind: 'pollers',
      pollers: [{ who: { application: 'probe' }, everyMs: 4 * MINUTE, queries: ['select ?'] }],
    });
    const without = own?.without(trace) as Trace;
    expect(without.events).toEqual(visits);
    const alone = withActivity({ ...traceOf([], [], null), events: visits });
    const busyOf = ({ head, times, values }: Trace) => {
      const [queries, active] = ['queries', 'activeConnections'].map(
        (quantity) => values[head.columns.findIndex((one) => one.quantity === quantity)] as Float64Array,
      );
      return [...times].flatMap((ms, i) => {
        const here = [queries?.[i] as number, active?.[i] as number];
        return here.every((value) => value === 0) ? [] : [[ms, ...here.map((value) => value.toFixed(6))]];
      });
    };
    expect(busyOf(without)).toEqual(busyOf(alone));
  });

  test('are not found if their queries are long enough to be work', async () => {
    const long = Array.from({ length: 40 }, (_, i) =>
      query(i * 4 * MINUTE, 'etl', 'insert into totals', 60_000),
    );
    expect(await found(withActivity({ ...traceOf([], [], null), events: long }))).toBe(null);
  });
});
