import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Activity, WINDOW_MS } from '../../src/trace/activity/activity.ts';
import type { TraceChunk } from '../../src/trace/index.ts';
import { Faults } from '../../src/trace/reading/faults.ts';

interface Logged {
  readonly loggedMs: number;
  readonly durationMs: number;
}

/** All events and samples of these queries, taken as soon as they are ready. */
function chunksOf(queries: readonly Logged[]) {
  const activity = new Activity(['queries', 'queryMs', 'activeConnections'], new Faults('a.log', false));
  const chunks: (TraceChunk | null)[] = [];
  for (const { loggedMs, durationMs } of queries) {
    if (!activity.accepts(loggedMs, () => 1)) continue;
    activity.query({ atMs: loggedMs - durationMs, kind: 'query', durationMs }, loggedMs, durationMs);
    chunks.push(activity.chunk());
  }
  chunks.push(activity.end());
  return { chunks: chunks.filter((chunk) => chunk !== null), moved: activity.moved };
}

const MINUTE = 60_000;

describe('activity of a log', () => {
  const queries = fc
    .array(fc.record({ afterMs: fc.nat(4 * MINUTE), durationMs: fc.nat(8 * MINUTE) }), { maxLength: 30 })
    .map((all) => {
      let loggedMs = 1000 * MINUTE;
      return all.map(({ afterMs, durationMs }) => {
        loggedMs += afterMs;
        return { loggedMs, durationMs };
      });
    });

  test('events and samples come in order and complete, whatever was returned before', () => {
    fc.assert(
      fc.property(queries, (all) => {
        const { chunks } = chunksOf(all);
        const events = chunks.flatMap((chunk) => chunk.events);
        const times = chunks.flatMap((chunk) => [...chunk.times]);
        const ordered = (values: readonly number[]) => [...values].sort((a, b) => a - b);
        expect(events.map(({ atMs }) => atMs)).toEqual(ordered(events.map(({ atMs }) => atMs)));
        expect(times).toEqual(ordered([...new Set(times)]));
        expect(events.map(({ durationMs }) => durationMs).sort()).toEqual(
          all.map(({ durationMs }) => durationMs).sort(),
        );
        const counts = chunks.flatMap((chunk) => [...(chunk.values[0] as Float64Array)]);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length);
        // If no query is longer than the window, its whole time counts.
        if (all.every(({ durationMs }) => durationMs <= WINDOW_MS)) {
          const busy = chunks.flatMap((chunk) => [...(chunk.values[2] as Float64Array)]);
          expect(busy.reduce((sum, one) => sum + one * 1000, 0)).toBeCloseTo(
            all.reduce((sum, { durationMs }) => sum + durationMs, 0),
            3,
          );
        }
      }),
    );
  });

  test('a query that started before the events already returned is moved up and keeps its duration', () => {
    const { chunks, moved } = chunksOf([
      { loggedMs: 100 * MINUTE, durationMs: 0 },
      { loggedMs: 120 * MINUTE, durationMs: 0 },
      { loggedMs: 121 * MINUTE, durationMs: 20 * MINUTE },
    ]);
    expect(chunks.flatMap(({ events }) => events)).toEqual([
      { atMs: 100 * MINUTE, kind: 'query', durationMs: 0 },
      { atMs: 115 * MINUTE, kind: 'query', durationMs: 20 * MINUTE },
      { atMs: 120 * MINUTE, kind: 'query', durationMs: 0 },
    ]);
    expect(moved).toBe(1);
  });
});
