import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factSet } from '../../../src/facts/index.ts';
import { traceScenario, traceSettings } from '../../../src/scenario/index.ts';
import { Run, resultOf } from '../../../src/simulator/index.ts';
import {
  chunked,
  collect,
  DemandFeed,
  demandOf,
  readTrace,
  recognise,
  sourceOf,
  spanOf,
  surveyDemand,
  type Trace,
} from '../../../src/trace/index.ts';
import { fillGaps } from '../../../src/trace/operators/fill-gaps.ts';
import { runs } from '../../runs.ts';
import { SETTINGS } from '../read.ts';
import { anyTrace, column, made, traceOf } from '../traces.ts';

const question = { cpuMsPerQuery: null, vcpus: 2, facts: factSet('spec') };

const resultsOf = (run: Run) => JSON.stringify(resultOf(run));

function inMemory(trace: Trace): { readonly result: string; readonly notes: readonly string[] } {
  const span = spanOf(trace);
  const asked = demandOf(trace, traceSettings(span, question));
  const { simulation, notes } = traceScenario({ head: trace.head, span, asked, notes: [] }, 't', {});
  const run = new Run(simulation);
  run.advance(simulation.horizonMs);
  return { result: resultsOf(run), notes };
}

async function fed(trace: Trace, rows: number) {
  const { survey, span } = await surveyDemand(chunked(trace, rows), question);
  const feed = new DemandFeed(survey, traceSettings(span, question));
  const scenario = traceScenario({ head: trace.head, span, asked: feed.demand, notes: [] }, 't', {});
  const run = new Run(scenario.simulation);
  const { horizonMs } = scenario.simulation;
  await feed.through(chunked(trace, rows), (untilMs) => run.advance(Math.min(horizonMs, untilMs)));
  run.advance(horizonMs);
  return { result: resultsOf(run), notes: scenario.notes };
}

describe('a simulation on a trace that is still being read', () => {
  const uneven = anyTrace.map((trace) => ({ ...trace, head: { ...trace.head, stepMs: null } }));
  const memory = anyTrace.map(({ head, values, ...rest }) => ({
    ...rest,
    head: { ...head, columns: [column('cpu'), column('memory'), column('connections')] },
    // So much memory that it sometimes does not fit and a process is killed.
    values: values.map((of, c) => (c === 1 ? of.map((value) => value * 1e8) : of)),
  }));
  /** Long times of constant demand, during which the load average keeps changing. */
  const steady = fc
    .array(fc.tuple(fc.constantFrom(0, 0.1, 0.6, 1.5), fc.integer({ min: 1, max: 60 })), { maxLength: 6 })
    .map((stretches) => stretches.flatMap(([value, count]) => Array.from({ length: count }, () => value)))
    .map((values) =>
      traceOf(
        [column('cpu')],
        values.map((value, i) => [i, value]),
        10_000,
      ),
    );
  test('gives exactly the result of a trace in memory, however the trace is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anyTrace, uneven, memory, steady).filter(({ times }) => times.length > 0),
        fc.integer({ min: 1, max: 40 }),
        async (trace, rows) => {
          expect(await fed(trace, rows)).toEqual(inMemory(trace));
        },
      ),
      runs(30, 150),
    );
  });

  test('gives exactly the same result for a long gap as one row and as single steps', async () => {
    const gapped = fc
      .tuple(
        fc.oneof(anyTrace, memory).filter(({ times }) => times.length > 1),
        fc.constantFrom('unknown' as const, 'zero' as const),
        fc.array(fc.tuple(fc.nat({ max: 40 }), fc.integer({ min: 900, max: 9000 })), {
          minLength: 1,
          maxLength: 3,
        }),
      )
      .map(([{ head, times, ...rest }, gap, gaps]): Trace => {
        const columns = head.columns.map((one) => ({ ...one, gap }));
        const byMs = (at: number) =>
          gaps.reduce((sum, [from, steps]) => sum + (at > from % times.length ? steps * 60_000 : 0), 0);
        return {
          ...rest,
          head: { ...head, columns },
          times: times.map((ms, i) => ms + byMs(i)),
        };
      });
    await fc.assert(
      fc.asyncProperty(gapped, fc.integer({ min: 1, max: 40 }), async (trace, rows) => {
        const filled = made(trace, fillGaps(Number.POSITIVE_INFINITY));
        // Notes count samples of the file, and a gap that is filled step by step has more.
        const { result } = inMemory(filled);
        expect(inMemory(trace).result).toBe(result);
        expect((await fed(trace, rows)).result).toBe(result);
      }),
      runs(15, 60),
    );
  });

  test('gives the same result for a week of an office', async () => {
    const week = new Uint8Array(
      readFileSync(new URL('../../../scenarios/traces/office-week.jsonl', import.meta.url)),
    );
    const { stream } = await readTrace(await recognise(sourceOf(week)), SETTINGS);
    const trace = await collect(stream);
    const whole = inMemory(trace);
    for (const rows of [1, 37, 1000]) expect(await fed(trace, rows)).toEqual(whole);
  });

  test('gives the same result if connections are refused at the end of a chunk and retried', async () => {
    // More connections than the smallest size allows, with one CPU for an hour.
    const rows = Array.from({ length: 60 }, (_, i) => [i, 1, 5000]);
    const trace = traceOf([column('cpu'), column('connections', 'maximum')], rows);
    expect(await fed(trace, 7)).toEqual(inMemory(trace));
  });
});
