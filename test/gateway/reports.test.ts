import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reports } from '../../src/gateway/reports.ts';

const WINDOW_MS = 100;
/** Twenty at once, and two hundred that had to wait. */
const MOST_IN_A_WINDOW = 220;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sessions whose state is a number that grows, and what has been told of each. */
class Sessions {
  readonly states: number[];
  readonly told: number[];
  count = 0;
  readonly reporting: readonly { report(): void }[];

  constructor(size: number) {
    this.states = Array<number>(size).fill(0);
    this.told = Array<number>(size).fill(0);
    this.reporting = this.states.map((_, i) => ({
      report: () => {
        this.count++;
        this.told[i] = this.states[i] as number;
      },
    }));
  }

  change(reports: Reports, i: number): void {
    this.states[i] = (this.states[i] as number) + 1;
    reports.changed(this.reporting[i] as { report(): void });
  }
}

test('the last activity of a session is reported within two intervals, and no interval has too many reports', () => {
  const anyChanges = fc.array(fc.record({ session: fc.nat(199), times: fc.nat(50), thenMs: fc.nat(130) }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(anyChanges, (changes) => {
      const reports = new Reports();
      const sessions = new Sessions(200);
      for (const { session, times, thenMs } of changes) {
        for (let i = 0; i < times; i++) sessions.change(reports, (session + 7 * i) % 200);
        for (let passed = 0; passed < thenMs; passed += 10) {
          const before = sessions.count;
          vi.advanceTimersByTime(10);
          expect(sessions.count - before).toBeLessThanOrEqual(MOST_IN_A_WINDOW);
        }
      }
      vi.advanceTimersByTime(2 * WINDOW_MS);
      expect(sessions.told).toEqual(sessions.states);
      expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
      vi.advanceTimersByTime(2 * WINDOW_MS);
      expect(vi.getTimerCount()).toBe(0);
    }),
    { numRuns: 300 },
  );
});

test('of many more sessions, each is reported in turn', () => {
  const reports = new Reports();
  const sessions = new Sessions(2_000);
  for (let turn = 0; turn < 12; turn++) {
    const before = sessions.count;
    for (let i = 0; i < 2_000; i++) sessions.change(reports, i);
    vi.advanceTimersByTime(WINDOW_MS);
    expect(sessions.count - before).toBeLessThanOrEqual(MOST_IN_A_WINDOW);
  }
  expect(Math.min(...sessions.told)).toBeGreaterThan(0);
});

test('a session that is over is not reported, and nothing is left at the end', () => {
  const reports = new Reports();
  const sessions = new Sessions(30);
  for (let i = 0; i < 30; i++) sessions.change(reports, i);
  expect(sessions.count).toBe(20);
  reports.forget(sessions.reporting[25] as { report(): void });
  vi.advanceTimersByTime(WINDOW_MS);
  expect(sessions.told[25]).toBe(0);
  expect(sessions.count).toBe(29);
  sessions.change(reports, 0);
  reports.end();
  expect(vi.getTimerCount()).toBe(0);
});
