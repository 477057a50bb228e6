import { describe, expect, test } from 'vitest';
import type { Asker, Snapshot } from '../../src/recording/asker.ts';
import type { News } from '../../src/recording/ports.ts';
import { Recorder } from '../../src/recording/recorder.ts';
import type { ComputeView, RecordSettings } from '../../src/recording/settings.ts';
import type { Features } from '../../src/recording/statements.ts';
import type { Trace, TraceEvent } from '../../src/trace/index.ts';
import { collect } from '../../src/trace/index.ts';
import { answering, FEATURES, NOTHING } from './answers.ts';

const EVERY_MS = 10_000;
const SETTINGS: RecordSettings = {
  everyMs: EVERY_MS,
  forMs: null,
  manner: 'always',
  suspendAfterMs: 300_000,
  latelyMs: 20_000,
  lookAgainMs: null,
};

interface World {
  readonly settings?: Partial<RecordSettings>;
  /** The answer of the server at a time. An error if it does not answer. */
  readonly server: (nowMs: number) => Partial<Snapshot> | Error;
  readonly compute?: (nowMs: number) => ComputeView | Error;
  readonly untilMs: number;
  /** How long the server takes for an answer. */
  readonly takesMs?: number;
  readonly features?: Features;
}

interface Recorded {
  readonly trace: Trace;
  readonly recorder: Recorder;
  readonly news: readonly News[];
  /** The times of questions, connects and closes. */
  readonly log: readonly string[];
}

async function recorded({
  settings,
  server,
  compute,
  untilMs,
  takesMs = 0,
  features,
}: World): Promise<Recorded> {
  let nowMs = 0;
  const log: string[] = [];
  const news: News[] = [];
  const answer = (nowMs: number): Partial<Snapshot> => {
    const found = server(nowMs);
    if (found instanceof Error) throw found;
    return found;
  };
  const recorder = new Recorder(
    { ...SETTINGS, ...settings },
    {
      nowMs: () => nowMs,
      sleepUntil: async (atMs) => {
        nowMs = Math.min(atMs, untilMs);
      },
      isStopped: () => nowMs >= untilMs,
      connect: async (): Promise<Asker> => {
        answer(nowMs);
        log.push(`${nowMs / 1000} connect`);
        return answering(
          async () => {
            log.push(`${nowMs / 1000} ask`);
            const given = answer(nowMs);
            nowMs += takesMs;
            return given;
          },
          () => log.push(`${nowMs / 1000} close`),
          features,
        );
      },
      look:
        compute === undefined
          ? null
          : async () => {
              const view = compute(nowMs);
              if (view instanceof Error) throw view;
              return view;
            },
      tell: (one) => news.push(one),
    },
  );
  return { trace: await collect(await recorder.open('shop')), recorder, news, log };
}

const counted = (given: Partial<Snapshot['counters']>) => ({ ...NOTHING.counters, ...given });
const columnOf = ({ head, values }: Trace, quantity: string) => [
  ...(values[head.columns.findIndex((one) => one.quantity === quantity)] ?? []),
];
const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });

/** The probe is a transaction too, which the server counts after the first answer. */
const probed = (nowMs: number) => (nowMs > 0 ? 1 : 0);

describe('samples', () => {
  test("have the start of their step as time, and increases without the recorder's own activity", async () => {
    const { trace } = await recorded({
      untilMs: 35_000,
      server: (nowMs) => {
        return {
          connections: 3,
          active: 1,
          counters: counted({
            // Twelve transactions of others in a second, and one for each earlier answer.
            transactions: 1000 + nowMs * 0.012 + nowMs / EVERY_MS + probed(nowMs),
            temporaryBytes: nowMs,
            sessions: 7 + nowMs / EVERY_MS,
          }),
        };
      },
    });
    expect([...trace.times]).toEqual([-EVERY_MS, 0, EVERY_MS, 2 * EVERY_MS]);
    expect(columnOf(trace, 'connections')).toEqual([3, 3, 3, 3]);
    expect(columnOf(trace, 'queries')).toEqual([Number.NaN, 120, 120, 120]);
    expect(columnOf(trace, 'temporaryBytes')).toEqual([Number.NaN, 10_000, 10_000, 10_000]);
    expect(columnOf(trace, 'newConnections')).toEqual([Number.NaN, 1, 1, 1]);
  });

  test('have the CPU time of statements as vCPU, if the kernel counts it', async () => {
    const { trace } = await recorded({
      untilMs: 45_000,
      features: { ...FEATURES, kcacheSchema: 'public' },
      // Half a processor, then two. The counters are reset in the last step.
      server: (nowMs) => ({
        counters: counted({
          cpuMs: nowMs <= 20_000 ? 1000 + nowMs / 2 : nowMs <= 30_000 ? 11_000 + 2 * (nowMs - 20_000) : 5,
        }),
      }),
    });
    expect(columnOf(trace, 'cpu')).toEqual([Number.NaN, 0.5, 0.5, 2, Number.NaN]);
    expect(trace.head.columns.find(({ quantity }) => quantity === 'cpu')?.source).toBe(
      'pg_stat_kcache, user and system time of statements',
    );
  });

  test('know the increases although each answer takes more than half a step', async () => {
    const { trace, log } = await recorded({
      untilMs: 85_000,
      takesMs: 0.7 * EVERY_MS,
      server: (nowMs) => ({ counters: counted({ sessions: nowMs / EVERY_MS }) }),
    });
    expect(columnOf(trace, 'newConnections')).toEqual([Number.NaN, 2, 2, 2, 2]);
    expect(log.filter((line) => line.endsWith('connect'))).toEqual(['0 connect']);
  });

  test("leave out the recorder's own transactions, even if the server counts them later", async () => {
    const transactions = [5, 5, 8, 8, 10];
    const { trace } = await recorded({
      untilMs: 45_000,
      server: (nowMs) => ({ counters: counted({ transactions: transactions[nowMs / EVERY_MS] ?? 0 }) }),
    });
    expect(columnOf(trace, 'queries').slice(1)).toEqual([0, 0, 0, 0]);
  });

  test.each<[string, (nowMs: number) => Partial<Snapshot>]>([
    [
      'a fall',
      (nowMs) => ({
        counters: counted({
          transactions: nowMs < 20_000 ? 500 + nowMs / 1000 + probed(nowMs) : nowMs / 1000,
        }),
      }),
    ],
    [
      'a reset',
      (nowMs) => ({
        reset: nowMs < 20_000 ? null : '2026-03-02 09:00:15+00',
        counters: counted({ transactions: nowMs / 1000 + probed(nowMs) }),
      }),
    ],
    [
      'a restart',
      (nowMs) => ({
        started: nowMs < 20_000 ? '09:00' : '09:15',
        counters: counted({ transactions: nowMs / 1000 + probed(nowMs) }),
      }),
    ],
  ])('%s of the counters leaves its step unknown, and is counted', async (_, server) => {
    const { trace, recorder } = await recorded({ untilMs: 35_000, server });
    expect(columnOf(trace, 'queries')).toEqual([Number.NaN, 9, Number.NaN, 9]);
    expect(recorder.totals.resets).toBe(1);
  });

  test('leave the activity of hidden sessions unknown', async () => {
    const { trace, recorder } = await recorded({
      untilMs: 5000,
      server: () => ({ connections: 4, hidden: 2 }),
    });
    expect(columnOf(trace, 'activeConnections')).toEqual([Number.NaN]);
    expect(recorder.totals.hidden).toBe(2);
  });
});

describe('events', () => {
  const client = (pid: number, ageMs: number, application = 'web') => ({
    pid,
    ageMs,
    user: 'shop',
    database: 'shop',
    application,
    host: '10.0.0.7',
  });

  test('say when sessions connected and disconnected; a reused process number is another session', async () => {
    const there = [[client(1, 60_000, '')], [client(1, 70_000, ''), client(2, 4000)], [client(2, 3000)], []];
    const { trace } = await recorded({
      untilMs: 35_000,
      server: (nowMs) => ({ clients: there[nowMs / EVERY_MS] ?? [] }),
    });
    const who = { user: 'shop', database: 'shop', host: '10.0.0.7' };
    expect(trace.events).toEqual<TraceEvent[]>([
      { atMs: 0, kind: 'connect', session: '0-1', ...who },
      { atMs: 16_000 - 10_000, kind: 'connect', session: '0-2', ...who, application: 'web' },
      { atMs: 17_000, kind: 'connect', session: '0-3', ...who, application: 'web' },
      { atMs: 20_000, kind: 'disconnect', session: '0-1', durationMs: 80_000 },
      { atMs: 20_000, kind: 'disconnect', session: '0-2', durationMs: 14_000 },
      { atMs: 30_000, kind: 'disconnect', session: '0-3', durationMs: 13_000 },
    ]);
  });
});

describe('a server that drops out', () => {
  test('leaves a gap, is asked again after longer and longer times, and is counted once', async () => {
    const { trace, recorder, log, news } = await recorded({
      untilMs: 55_000,
      server: (nowMs) => (nowMs >= 20_000 && nowMs < 33_000 ? lost : { connections: 1 }),
    });
    expect(log).toEqual([
      '0 connect',
      '0 ask',
      '10 ask',
      '20 ask',
      '20 close',
      '35 connect',
      '35 ask',
      '40 ask',
      '50 ask',
      '55 close',
    ]);
    expect([...trace.times]).toEqual([-10_000, 0, 30_000, 40_000]);
    expect(recorder.totals).toMatchObject({ lost: 1, connects: 2, questions: 5, samples: 4 });
    expect(news.filter(({ kind }) => kind === 'lost')).toHaveLength(4);
  });

  test('ends the recording with an error at the first question', async () => {
    await expect(recorded({ untilMs: 5000, server: () => lost })).rejects.toBe(lost);
  });
});

describe('a gentle recording', () => {
  const gentle = { manner: 'gentle' } as const;

  test('leaves the server alone after others become inactive, closes its connection, and ends', async () => {
    const { log, recorder } = await recorded({
      settings: gentle,
      untilMs: 600_000,
      server: (nowMs) => ({ othersIdleMs: Math.max(0, nowMs - 12_000) }),
    });
    expect(log).toEqual(['0 connect', '0 ask', '10 ask', '20 ask', '30 ask', '40 ask', '40 close']);
    expect(recorder.totals.endedQuiet).toBe(true);
  });

  test('looks again at the time that was asked for', async () => {
    const { log } = await recorded({
      settings: { ...gentle, lookAgainMs: 600_000 },
      untilMs: 1_300_000,
      server: () => ({}),
    });
    expect(log.filter((line) => line.endsWith('connect'))).toEqual([
      '0 connect',
      '630 connect',
      '1230 connect',
    ]);
  });

  test('comes back through the API when others do, and records sleep and wakes', async () => {
    const others = (nowMs: number) => (nowMs < 400_000 ? 0 : 400_000);
    const { log, trace } = await recorded({
      settings: { ...gentle, latelyMs: EVERY_MS },
      untilMs: 425_000,
      server: (nowMs) => ({ othersIdleMs: nowMs - others(nowMs) }),
      compute: (nowMs) => ({
        isAwake: nowMs < 320_000 || nowMs >= 400_000,
        lastActive: `${others(nowMs)}`,
      }),
    });
    expect(log).toEqual([
      ...['0 connect', '0 ask', '10 ask', '20 ask', '20 close'],
      ...['400 connect', '400 ask', '410 ask', '420 ask', '420 close'],
    ]);
    expect(trace.events).toEqual([
      { atMs: 320_000, kind: 'suspend' },
      { atMs: 400_000, kind: 'resume' },
    ]);
    // While the compute is quiet nobody asks it, but a compute that sleeps has no activity.
    const asleep = [...trace.times].filter((time) => time > 20_000 && time < 390_000);
    expect([asleep[0], asleep.length]).toEqual([320_000, 7]);
  });

  test("disbelieves an API that reports the recorder's own question as activity", async () => {
    let questions = 0;
    const { log } = await recorded({
      settings: { ...gentle, latelyMs: EVERY_MS },
      untilMs: 900_000,
      server: () => {
        questions++;
        return {};
      },
      // The API hears of each question half a minute late.
      compute: (nowMs) => ({ isAwake: true, lastActive: `${nowMs < 45_000 ? 0 : questions}` }),
    });
    expect(log.filter((line) => line.endsWith('connect'))).toEqual(['0 connect', '50 connect']);
  });

  test('reports once that the API is lost, and goes on asking it', async () => {
    const { news, log } = await recorded({
      settings: { ...gentle, latelyMs: EVERY_MS },
      untilMs: 75_000,
      server: () => ({}),
      compute: (nowMs) =>
        nowMs > 25_000 && nowMs < 45_000 ? lost : { isAwake: true, lastActive: `${nowMs >= 60_000}` },
    });
    expect(news.filter(({ kind }) => kind === 'api lost')).toHaveLength(1);
    expect(log.filter((line) => line.endsWith('connect'))).toEqual(['0 connect', '60 connect']);
  });
});

test('has a head with the columns that the server offers, and their sources', async () => {
  const { trace } = await recorded({ untilMs: 5000, server: () => ({}) });
  expect(trace.head).toEqual({
    name: 'shop',
    timezone: 'UTC',
    stepMs: EVERY_MS,
    columns: [
      ['connections', 'point', 'pg_stat_activity'],
      ['activeConnections', 'point', 'pg_stat_activity.state'],
      ['newConnections', 'average', 'pg_stat_database.sessions'],
      ['queries', 'average', 'pg_stat_database.xact_commit + xact_rollback'],
      ['temporaryBytes', 'average', 'pg_stat_database.temp_bytes'],
    ].map(([quantity, statistic, source]) => ({ quantity, statistic, gap: 'unknown', source })),
  });
});
