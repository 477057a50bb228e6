import { describe, expect, test } from 'vitest';
import { renderPage, tracePage } from '../../src/report/index.ts';
import { chunked, type Quantity, summaryOf, type Trace, type TraceEvent } from '../../src/trace/index.ts';
import { RELATIVE_ERROR } from '../../src/trace/quantiles.ts';
import { column, MIDNIGHT, traceOf } from './traces.ts';

const MINUTE = 60_000;
const FILE = { what: 'a table', next: 'tidemark plan load.csv' };

describe('the summary of a trace', () => {
  test('has its span, gaps and figures of each column', async () => {
    const trace = traceOf(
      [column('cpu')],
      [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 4],
        [10, Number.NaN],
        [11, 10],
        [20, 5],
      ],
    );
    const summary = await summaryOf(chunked(trace), null);
    expect(summary).toMatchObject({
      fromMs: MIDNIGHT,
      untilMs: MIDNIGHT + 21 * MINUTE,
      stepMs: MINUTE,
      samples: 7,
      gaps: { count: 2, longestMs: 8 * MINUTE, totalMs: 14 * MINUTE },
      hiddenDemand: null,
      percentilesWithin: 0,
    });
    expect(summary.columns[0]).toMatchObject({ known: 6, min: 1, p50: 3, p95: 10, p99: 10, max: 10 });
    expect(summary.columns[0]?.mean).toBeCloseTo(25 / 6, 9);
  });

  test('counts single events by kind, also without samples', async () => {
    const at = (second: number, kind: TraceEvent['kind']): TraceEvent => ({
      atMs: MIDNIGHT + second * 1000,
      kind,
    });
    const events = [at(1, 'connect'), at(2, 'query'), at(3, 'query'), at(4, 'disconnect')];
    const summary = await summaryOf(chunked({ ...traceOf([], [], null), events }), null);
    expect(summary).toMatchObject({
      samples: 0,
      events: { connect: 1, disconnect: 1, query: 2, suspend: 0, resume: 0 },
    });
    expect(
      renderPage(tracePage({ ...summary, ...FILE, notes: [] }), 'text')
        .split('\n')
        .slice(2, 15),
    ).toEqual([
      '  It is         a table',
      '  Recognized    no column',
      '  Missing       connections (connections), workingSet (cache, working set),',
      '                temporaryBytes (temporary disk)',
      '',
      'Next, to paste:',
      '',
      '  tidemark plan load.csv',
      '',
      '  Span          3 s, from 2026-03-02T00:00:01Z to 2026-03-02T00:00:04Z',
      '  Samples       none',
      '  Events        connect 1, disconnect 1, query 2',
      '  Zone          UTC',
    ]);
  });

  test('continues a pause over a gap that means no demand, and ends it at an unknown gap', async () => {
    const rows = [
      [0, 1],
      [1, 0],
      [2, 0.01],
      [10, 0],
      [11, 1],
      [12, 0],
    ];
    const idle = async (gap: 'unknown' | 'suspended') =>
      (await summaryOf(chunked(traceOf([column('cpu', 'average', gap)], rows)), null)).idle;
    expect(await idle('unknown')).toMatchObject({ by: 'cpu', count: 3, longestMs: 2 * MINUTE, longShare: 0 });
    expect(await idle('suspended')).toMatchObject({
      count: 2,
      longestMs: 10 * MINUTE,
      p50Ms: MINUTE,
      longShare: 0.5,
    });
  });

  test('has a daily profile in local hours; hours in a gap count if the gap means no demand', async () => {
    const trace = (gap: 'unknown' | 'suspended'): Trace => {
      const { head, ...rest } = traceOf(
        [column('cpu', 'average', gap)],
        [
          [0, 2],
          [30, 2],
          [90, 4],
        ],
        2 * MINUTE,
      );
      return { ...rest, head: { ...head, timezone: 'Europe/Berlin' } };
    };
    // 00:00 in UTC is 01:00 there; the last sample is at 03:00 in UTC.
    const hours = async (gap: 'unknown' | 'suspended') =>
      (await summaryOf(chunked(trace(gap)), null)).daily?.hours.slice(0, 6);
    expect(await hours('unknown')).toEqual([null, 2, 2, null, 4, null]);
    expect(await hours('suspended')).toEqual([null, 2 / 30, 2 / 30, 0, 4, null]);
  });
});

test('percentiles that are approximate are marked as such', async () => {
  const summary = await summaryOf(chunked(traceOf([column('cpu')], [[0, 1]])), null);
  const shown = (percentilesWithin: number) =>
    renderPage(tracePage({ ...summary, ...FILE, percentilesWithin, notes: [] }), 'text');
  expect(shown(0)).not.toContain('Percentiles');
  expect(shown(RELATIVE_ERROR)).toContain(
    'Percentiles are within 0.1%, because there are very many samples.',
  );
});

describe('the questions that a trace answers', () => {
  const answers = async (stepMs: number, ...columns: Parameters<typeof column>[]) => {
    const trace = traceOf(
      columns.map((one) => column(...one)),
      [[0, ...columns.map(() => 1)]],
      stepMs,
    );
    const { questions, further } = await summaryOf(chunked(trace), null);
    return {
      further,
      ...Object.fromEntries(questions.map(({ question, answerable }) => [question, answerable])),
    };
  };

  test('are all but the disk, if a trace has every quantity once a minute', async () => {
    const all: Quantity[] = ['cpu', 'memory', 'workingSet', 'queries', 'newConnections', 'temporaryBytes'];
    expect(await answers(MINUTE, ...all.map((one): [Quantity] => [one]), ['connections', 'maximum'])).toEqual(
      {
        'which size range': 'yes',
        'which timeout': 'yes',
        'cold starts': 'yes',
        connections: 'yes',
        'cache, working set': 'yes',
        'temporary disk': 'bounded',
        cost: 'yes',
        further: null,
      },
    );
  });

  test('are few with connections alone, and queries would improve most answers', async () => {
    expect(await answers(MINUTE, ['connections'])).toMatchObject({
      'which size range': 'no',
      connections: 'bounded',
      cost: 'no',
      further: 'queries',
    });
  });

  test('do not depend on a column without known values', async () => {
    const columns = [column('connections'), column('temporaryBytes')];
    const summary = async (bytes: number) =>
      (await summaryOf(chunked(traceOf(columns, [[0, 1, bytes]])), null)).questions;
    const disk = async (bytes: number) =>
      (await summary(bytes)).find(({ question }) => question === 'temporary disk');
    expect([(await disk(0))?.answerable, (await disk(Number.NaN))?.answerable]).toEqual(['bounded', 'no']);
  });

  test('are bounded for pauses and peaks if the step is long', async () => {
    const { questions } = await summaryOf(
      chunked(traceOf([column('cpu'), column('memory')], [[0, 1, 1]], 60 * MINUTE)),
      null,
    );
    expect(questions.slice(0, 2)).toEqual([
      {
        question: 'which size range',
        answerable: 'bounded',
        why: 'averages of 60 min hide peaks',
        further: 'cpu',
      },
      {
        question: 'which timeout',
        answerable: 'bounded',
        why: 'pauses shorter than 60 min are not seen',
        further: null,
      },
    ]);
  });
});
