import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Intervals, union } from '../../src/trace/awake/intervals.ts';
import { periodOf } from '../../src/trace/awake/period.ts';
import { membersOf, Removals } from '../../src/trace/awake/removals.ts';
import { type Awake, awakeOf, chunked, type TraceEvent } from '../../src/trace/index.ts';
import { createZone, randomStream } from '../../src/workload/index.ts';
import { column, MIDNIGHT, traceOf } from './traces.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SETTINGS = { suspendAfterMs: 5 * MINUTE, awakeShare: 0.5 };

type Made = Omit<TraceEvent, 'atMs'> & { readonly ms: number };

function awake(events: readonly Made[], settings = SETTINGS, rows = 10): Promise<Awake> {
  const ordered = events
    .map(({ ms, ...rest }) => ({ ...rest, atMs: MIDNIGHT + ms }))
    .sort((a, b) => a.atMs - b.atMs);
  return awakeOf(chunked({ ...traceOf([], []), events: ordered }, rows), settings);
}

/** Events at a fixed interval, from one time to another. */
function each(everyMs: number, fromMs: number, toMs: number, event: Partial<TraceEvent>): Made[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / everyMs) }, (_, at) => ({
    kind: 'query',
    ...event,
    ms: fromMs + at * everyMs,
  }));
}

/** Every millisecond in which the database is awake. */
function counted(stretches: readonly (readonly [number, number])[]): number {
  const seen = new Set<number>();
  for (const [from, until] of stretches) for (let ms = from; ms < until; ms++) seen.add(ms);
  return seen.size;
}

const stretches = fc.array(
  fc.tuple(fc.nat(60), fc.nat(12)).map(([from, length]) => [from, from + 1 + length] as const),
  { maxLength: 6 },
);
const intervalsOf = (all: readonly (readonly [number, number])[]) => {
  const intervals = new Intervals();
  for (const [from, until] of all) intervals.add(from, until);
  return intervals;
};

describe('intervals', () => {
  test('are the same in whatever order they are added', () => {
    fc.assert(
      fc.property(stretches, (all) => {
        const intervals = intervalsOf(all);
        expect(intervals.totalMs).toBe(counted(all));
        const ordered = intervalsOf(all.slice().sort(([a], [b]) => a - b));
        expect([intervals.from, intervals.until]).toEqual([ordered.from, ordered.until]);
      }),
    );
  });
});

describe('removing some candidates', () => {
  const groups = fc.array(stretches, { minLength: 1, maxLength: 5 });

  test('leaves the time that the others keep awake, never more than before, and the smallest set is the smallest', () => {
    fc.assert(
      fc.property(groups, stretches, fc.nat(75), (all, rest, most) => {
        const removals = new Removals(all.map(intervalsOf), intervalsOf(rest));
        const sets = Array.from({ length: 1 << all.length }, (_, set) => set);
        const leftMs = (set: number) =>
          counted([...all.filter((_, at) => (set & (1 << at)) === 0).flat(), ...rest]);
        for (const set of sets) {
          expect(removals.awakeMs(set)).toBe(leftMs(set));
          for (const at of all.keys())
            expect(removals.awakeMs(set | (1 << at))).toBeLessThanOrEqual(removals.awakeMs(set));
        }
        const enough = sets.filter((set) => leftMs(set) <= most).map((set) => membersOf(set).length);
        const smallest = removals.smallest(most);
        expect(smallest === null ? null : membersOf(smallest).length).toBe(
          enough.length === 0 ? null : Math.min(...enough),
        );
        for (const size of all.keys())
          expect(leftMs(removals.best(size + 1))).toBe(
            Math.min(...sets.filter((set) => membersOf(set).length === size + 1).map(leftMs)),
          );
      }),
      { numRuns: 150 },
    );
  });
});

describe('clients that keep a database awake', () => {
  const event = fc.record({
    ms: fc.nat(3 * HOUR),
    kind: fc.constantFrom('connect', 'query', 'disconnect', 'suspend'),
    session: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
    application: fc.constantFrom('a', 'b', ''),
    query: fc.option(fc.constantFrom('select ?', 'update t'), { nil: undefined }),
    durationMs: fc.option(fc.nat(10 * MINUTE), { nil: undefined }),
  }) as fc.Arbitrary<Made>;

  test('together keep it awake as long as the trace says, whatever the chunk size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        async (some, rows) => {
          const events: Made[] = [{ ms: 0, kind: 'query' }, ...some];
          const found = await awake(events, SETTINGS, rows);
          const held = new Intervals();
          for (const { ms, kind, durationMs = 0 } of events) {
            if (kind === 'connect') held.add(ms, ms + SETTINGS.suspendAfterMs);
            if (kind === 'query') held.add(ms, ms + durationMs + SETTINGS.suspendAfterMs);
          }
          expect(found.awakeMs).toBe(held.totalMs);
          const times = (kinds: string[]) => events.filter(({ kind }) => kinds.includes(kind)).length;
          const sum = (of: 'asked' | 'connects') => found.groups.reduce((all, group) => all + group[of], 0);
          expect([sum('asked'), sum('connects')]).toEqual([times(['query']), times(['connect'])]);
          for (const { aloneMs, savedMs } of found.groups) expect(savedMs).toBeLessThanOrEqual(aloneMs);
          expect(found.best.map(({ savedMs }) => savedMs)).toEqual(
            found.best.map(({ savedMs }) => savedMs).sort((a, b) => a - b),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  test('if pollers overlap, only the whole set of them is to blame, and work between them is not', async () => {
    const { groups, smallest, best, awakeMs } = await awake([
      ...each(2 * MINUTE, 0, 24 * HOUR, {
        application: 'postgres_exporter',
        query: 'select * from pg_stat_database',
      }),
      ...each(4 * MINUTE, 0, 24 * HOUR, { application: 'DBeaver', query: 'select ?' }),
      ...[9, 9.5, 11, 14.2, 14.21, 16].map(
        (hour) => ({ kind: 'query', ms: hour * HOUR, application: 'web', query: 'a' }) as const,
      ),
    ]);
    expect(groups.map(({ who, period, suspect }) => [who.application, period, suspect?.what])).toEqual([
      ['postgres_exporter', { kind: 'every', ms: 2 * MINUTE }, 'an exporter of metrics for Prometheus'],
      [
        'DBeaver',
        { kind: 'every', ms: 4 * MINUTE },
        'an open window of a GUI, which keeps its connection alive',
      ],
      ['web', null, undefined],
    ]);
    expect([smallest?.groups, best.map((one) => one.groups)]).toEqual([
      [0, 1],
      [[0], [0, 1], [0, 1, 2]],
    ]);
    // The queries of people are left, each with five minutes until the suspend.
    expect(best[1]?.awakeMs).toBe(5 * 5 * MINUTE + 0.01 * HOUR);
    expect(best[2]).toEqual({ groups: [0, 1, 2], awakeMs: 0, savedMs: awakeMs });
  });

  test('a subscriber of logical replication is recognised by its name', async () => {
    const { groups } = await awake([
      { kind: 'connect', ms: HOUR, application: 'Debezium Streaming', user: 'cdc' },
      { kind: 'query', ms: 2 * HOUR, application: 'web', query: 'a' },
    ]);
    expect(groups.map(({ who, suspect }) => [who.application, suspect])).toContainEqual([
      'Debezium Streaming',
      {
        what: 'a subscriber of logical replication, which keeps a compute awake while it is connected',
        why: 'it calls itself "Debezium"',
      },
    ]);
  });

  test('activity of a client at a fixed interval is separate from its other activity, and equal intervals form one group', async () => {
    const client = { application: 'web', user: 'shop', database: 'shop' };
    const { groups, naming } = await awake([
      ...each(MINUTE, 0, HOUR, { ...client, query: 'select ? from a' }),
      ...each(MINUTE, 30, HOUR, { ...client, query: 'select ? from b' }),
      ...each(10 * MINUTE, 5, HOUR, { ...client, query: 'select ?' }),
      ...[1, 2, 17, 40, 41, 43].map(
        (minute) => ({ ms: minute * MINUTE + 777, kind: 'query', ...client, query: 'c' }) as const,
      ),
    ]);
    expect(groups.map(({ queries, period, isRest }) => [queries, period, isRest])).toEqual([
      [['select ? from a', 'select ? from b'], { kind: 'every', ms: MINUTE }, false],
      [['select ?'], { kind: 'every', ms: 10 * MINUTE }, false],
      [['c'], null, true],
    ]);
    expect(naming).toBe('one origin');
  });

  test('a connection counts with its first query', async () => {
    const check = each(MINUTE, 0, HOUR, {}).flatMap(({ ms }): Made[] => [
      { ms, kind: 'connect', session: `${ms}` },
      { ms: ms + 5, kind: 'query', session: `${ms}`, user: 'probe', query: 'select ?' },
      { ms: ms + 6, kind: 'disconnect', session: `${ms}` },
    ]);
    const silent = each(2 * MINUTE, 0, HOUR, { kind: 'connect', user: 'balancer' });
    const { groups } = await awake([...check, ...silent]);
    expect(groups.map(({ who, asked, connects, suspect }) => [who.user, asked, connects, suspect])).toEqual(
      [
        ['balancer', 0, 30, { what: 'a health check', why: 'it connects again and again, and asks nothing' }],
        [
          'probe',
          60,
          60,
          { what: 'a health check', why: 'it connects, asks for nothing but an answer, and leaves' },
        ],
      ].sort(([, a], [, b]) => (b as number) - (a as number)),
    );
  });

  test('behind a pooler, users distinguish clients that share a host and an application', async () => {
    const pooled = { application: 'pgbouncer', host: '10.0.0.2' };
    const { groups, naming } = await awake([
      ...each(MINUTE, 0, HOUR, { ...pooled, user: 'app', query: 'select ?' }),
      ...each(2 * MINUTE, 0, HOUR, { ...pooled, user: 'reports', query: 'select * from jobs' }),
    ]);
    expect([naming, groups.map(({ who }) => who.user)]).toEqual(['one origin', ['app', 'reports']]);
  });

  test('samples alone tell when the database is awake, but not who keeps it awake', async () => {
    const trace = traceOf(
      [column('queries')],
      [
        [0, 3],
        [1, 0],
        [30, 1],
        [31, 0],
      ],
    );
    const { groups, naming, awakeMs, untilMs } = await awakeOf(chunked(trace), SETTINGS);
    expect([naming, awakeMs, untilMs - MIDNIGHT]).toEqual(['nobody', 2 * 6 * MINUTE, 36 * MINUTE]);
    expect(groups.map(({ period, suspect }) => [period, suspect])).toEqual([[null, null]]);
  });

  test('consecutive samples count as one burst in the search for a period', async () => {
    const busy = (minute: number) => Number(minute % 30 < 3);
    const rows = Array.from({ length: 300 }, (_, minute) => [minute, busy(minute)]);
    const { groups } = await awakeOf(chunked(traceOf([column('queries')], rows)), SETTINGS);
    expect(groups[0]?.period).toEqual({ kind: 'every', ms: 30 * MINUTE });
  });

  test('a trace without any column of activity is refused', async () => {
    await expect(awakeOf(chunked(traceOf([column('memory')], [[0, 3]])), SETTINGS)).rejects.toThrow(
      'test: it does not show when clients are active; ' +
        'it needs events, or a column of queries, activeConnections, cpu or load',
    );
  });

  test('of many groups, only those that keep it awake longest are candidates for removal', async () => {
    const { groups, candidates, best } = await awake(
      Array.from({ length: 20 }, (_, at) =>
        each(4 * MINUTE, 0, (at + 1) * 10 * MINUTE, { application: `app ${at}` }),
      ).flat(),
    );
    expect([groups.length, candidates]).toEqual([20, 16]);
    expect(best[2]?.groups).toEqual([0, 1, 2]);
    expect(best[0]?.savedMs).toBe(groups[0]?.savedMs);
  });
});

describe('periods of activity', () => {
  const zone = createZone('Europe/Berlin');
  const at = (text: string) => Date.parse(text);

  test.each([
    ['too few', [0, 10_000, 20_000], null],
    ['evenly', [0, 10_000, 20_010, 30_000, 40_000, 50_000], { kind: 'every', ms: 10_000 }],
    [
      'evenly, with some left out',
      [0, 1, 2, 3, 6, 7, 8, 10, 11].map((n) => n * 30_000),
      { kind: 'every', ms: 30_000 },
    ],
    [
      'each hour',
      ['00:00:02', '01:00:00', '02:00:40', '04:00:01'].map((t) => at(`2026-03-03T${t}Z`)),
      { kind: 'hourly', minute: 0 },
    ],
    [
      'each day at local time, whatever clocks do',
      ['2026-03-27T02:15:00Z', '2026-03-28T02:15:05Z', '2026-03-29T01:15:01Z', '2026-03-31T01:15:30Z'].map(
        at,
      ),
      { kind: 'daily', hour: 3, minute: 15 },
    ],
  ] as const)('%s', (_, starts, period) => {
    expect(periodOf(starts, zone)).toEqual(period);
  });

  test('are found despite noise, and not found in random times', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5000, max: HOUR / 2 }),
        fc.array(fc.double({ min: -0.04, max: 0.04, noNaN: true }), { minLength: 8, maxLength: 40 }),
        (ms, noise) => {
          const period = periodOf(
            noise.map((off, n) => Math.round((n + off) * ms)),
            zone,
          );
          expect(period?.kind).toBe('every');
          if (period?.kind === 'every') expect(Math.abs(period.ms / ms - 1)).toBeLessThan(0.1);
        },
      ),
    );
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = randomStream(seed, 'gaps');
        let ms = 0;
        const starts = Array.from({ length: 200 }, () => {
          ms += 1000 - Math.log(1 - random()) * 100_000;
          return ms;
        });
        expect(periodOf(starts, zone)).toBeNull();
      }),
    );
  });
});

describe('a union of intervals', () => {
  test('has the total length of all of them together', () => {
    fc.assert(
      fc.property(fc.array(stretches, { maxLength: 4 }), (all) => {
        expect(union(all.map(intervalsOf)).totalMs).toBe(counted(all.flat()));
      }),
    );
  });
});
