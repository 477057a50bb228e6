import { describe, expect, test } from 'vitest';
import { read, refusal } from './read.ts';

/** Midnight on 2026-03-02, in seconds since 1970. */
const AT = Date.UTC(2026, 2, 2) / 1000;
const event = (ms: number, session: string, rest: object) => ({
  atMs: AT * 1000 + ms,
  kind: 'query',
  session,
  application: 'pgbench',
  ...rest,
});

describe('pgbench --log', () => {
  test('transactions are queries that begin when they start', async () => {
    const text = `0 1 4500 0 ${AT} 104500\n1 1 1200250 1 ${AT + 1} 300000\n0 2 500 0 ${AT + 1} 400000\n`;
    const { events, times, values } = await read(text);
    expect(events).toEqual([
      event(99, '1', { durationMs: 1200.25, query: 'script 1' }),
      event(100, '0', { durationMs: 4.5, query: 'script 0' }),
      event(1399, '0', { durationMs: 0.5, query: 'script 0' }),
    ]);
    expect(times).toEqual([AT * 1000, AT * 1000 + 1000]);
    expect(values).toEqual([
      [1, 2],
      [4.5, (1200.25 + 0.5) / 2],
      [expect.closeTo(0.0045 + 0.90025), expect.closeTo(0.3005)],
      [1, 2],
    ]);
  });

  test('transactions may be skipped, failed, delayed or retried', async () => {
    const text = [
      `0 1 skipped 0 ${AT} 100000 5000`,
      `0 2 failed 0 ${AT} 200000`,
      `0 3 serialization 0 ${AT} 300000 100 1`,
      `0 4 3000 0 ${AT} 400000 1000 2`,
      `0 5 3000 0 ${AT} 500000 1000`,
      '',
    ].join('\n');
    const { events, notes } = await read(text);
    expect(events).toEqual([
      event(200, '0', { query: 'script 0' }),
      event(300, '0', { query: 'script 0' }),
      event(398, '0', { durationMs: 2, query: 'script 0' }),
      event(497, '0', { durationMs: 3, query: 'script 0' }),
    ]);
    expect(notes).toEqual([
      'Transactions that pgbench skipped because they were late: 1.',
      'Transactions that failed: 2; their durations are unknown.',
    ]);
  });

  test('lines that are not transactionss are skipped', async () => {
    const text = `0 1 4500 0 ${AT} 104500\n0 2 45\n`;
    expect((await read(text)).skipped).toEqual({ 'lines that are not transactions': 1 });
    expect(await refusal(text, { strict: true })).toBe(
      'load.csv:2: lines that are not transactions; correct the file, or leave out ‹strict› to skip and count such faults',
    );
    expect(await refusal(text, { map: ['cpu=1'] })).toBe(
      'load.csv: a log of pgbench has no columns to map; leave ‹map› out',
    );
  });
});

describe('pgbench --log --aggregate-interval', () => {
  test.each([
    ['of version 9', ''],
    ['with a rate', ' 0 0 0 0'],
    ['of version 15 on', ' 0 0 0 0 0 0 0 0 0'],
  ])('%s', async (_, more) => {
    const line = (at: number, count: number, sumUs: number) => `${AT + at} ${count} ${sumUs} 9 1 9${more}\n`;
    const { head, times, values } = await read(
      line(0, 100, 50_000) + line(5, 0, 0) + line(10, 2, 20_000_000),
    );
    expect(head.stepMs).toBe(5000);
    expect(times).toEqual([0, 5, 10].map((s) => (AT + s) * 1000));
    expect(values).toEqual([
      [100, 0, 2],
      [0.5, Number.NaN, 10_000],
      [0.01, 0, 4],
    ]);
  });

  test('lines that are not intervalss, or repeat the time of another thread, are skipped', async () => {
    const line = `${AT} 1 1 1 1 1\n`;
    expect((await read(`${line}${line}${AT + 1} 1\n`)).skipped).toEqual({
      'rows earlier than the row before': 1,
      'lines that are not intervals': 1,
    });
  });
});
