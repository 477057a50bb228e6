import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProblemError } from '../../src/problem/index.ts';
import { csvLine, type Entry, logLine } from './postgres-logs.ts';
import { read } from './read.ts';

const message = fc.oneof(
  fc.constantFrom(
    'connection received: host=10.0.0.7 port=1',
    'connection authorized: user=shop database=shop',
    'disconnection: session time: 0:00:01.000 user=shop database=shop host=10.0.0.7 port=1',
    'duration: 12.5 ms  statement: select 1',
    'duration: 400000 ms',
    'statement: select "a\nb", \'c\'',
    'temporary file: path "x", size 8192',
    'checkpoint starting: time',
    'database system is ready to accept connections',
  ),
  fc.string().map((text) => `duration: 1 ms  statement: ${text}`),
);
const entries: fc.Arbitrary<readonly Entry[]> = fc.array(
  fc.record({
    ms: fc.nat(20 * 60_000),
    pid: fc.integer({ min: 1, max: 3 }),
    message,
    user: fc.constantFrom('shop', 'o"hara'),
    database: fc.constant('shop'),
    application: fc.constantFrom('web', 'a, b'),
  }),
  { maxLength: 20 },
);

describe('a server log that is cut anywhere and has anything between entries', () => {
  test('is read or refused; events are in order, faults are counted, and pieces give the same result', async () => {
    await fc.assert(
      fc.asyncProperty(
        entries,
        fc.boolean(),
        fc.tuple(fc.nat(400), fc.nat(400)),
        fc.tuple(fc.nat(1000), fc.constantFrom('', '"', '\n', 'x\n', '\t', ',,"\n')),
        async (all, isCsv, [head, tail], [at, noise]) => {
          const whole = all.map((entry) => (isCsv ? csvLine(entry) : logLine(entry))).join('');
          const cut = whole.slice(head, Math.max(head, whole.length - tail));
          const bytes = Buffer.from(cut.slice(0, at) + noise + cut.slice(at));
          const pieces = Array.from({ length: Math.ceil(bytes.length / 97) }, (_, n) =>
            bytes.subarray(n * 97, n * 97 + 97),
          );
          const outcomes: unknown[] = [];
          for (const source of [bytes, pieces]) {
            try {
              const { times, events, head, skipped } = await read(source);
              expect([...times].sort((a, b) => a - b)).toEqual(times);
              expect(events.map((event) => event.atMs).sort((a, b) => a - b)).toEqual(
                events.map((event) => event.atMs),
              );
              expect(events.length).toBeLessThanOrEqual(all.length);
              if (head.columns[0]?.source === 'duration, statement' && noise === '' && cut === whole)
                expect(Object.keys(skipped)).toEqual(
                  Object.keys(skipped).filter((what) => what.startsWith('entries more than')),
                );
              outcomes.push({ times, events, skipped });
            } catch (error) {
              if (!(error instanceof ProblemError)) throw error;
              outcomes.push(error.message);
            }
          }
          expect(outcomes[0]).toEqual(outcomes[1]);
        },
      ),
      { numRuns: 200 },
    );
  });
});
