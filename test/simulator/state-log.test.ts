import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../src/facts/index.ts';
import { resultOf } from '../../src/simulator/index.ts';
import { runs } from '../runs.ts';
import { anySimulation, run } from './worlds.ts';

/** The states that the API shows as active. */
const ACTIVE = ['active', 'restarting', 'suspending'];

test('the times of all states add up to the run, and each state is left as often as it is entered', () => {
  fc.assert(
    fc.property(anySimulation, (given) => {
      for (const { life, awake, events } of resultOf(run(given)).computes) {
        const spent = (states: readonly string[]) =>
          life.states.reduce((sum, { state, ms }) => sum + (states.includes(state) ? ms : 0), 0);
        const all = life.states.map(({ state }) => state);
        // Each time is rounded to a millisecond on its own.
        expect(Math.abs(spent(all) - given.horizonMs)).toBeLessThanOrEqual(all.length);
        expect(Math.abs(spent(ACTIVE) / HOUR_MS - awake.hours)).toBeLessThan(2e-4);
        const count = (side: 'from' | 'to', state: string) =>
          life.changes.reduce((sum, change) => sum + (change[side] === state ? change.count : 0), 0);
        for (const state of all) {
          const come = count('to', state) + (state === 'active' ? 1 : 0);
          // Each state is left as often as it is entered, except the last one.
          expect([0, 1]).toContain(come - count('from', state));
        }
        const wakes = life.changes.filter(({ from, to }) => from === 'starting' && to === 'active');
        expect(wakes.reduce((sum, one) => sum + one.count, 0)).toBe(
          (events.wake ?? 0) + (events.restart ?? 0),
        );
      }
    }),
    runs(40, 100),
  );
});
