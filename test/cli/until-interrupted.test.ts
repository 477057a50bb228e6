import { expect, test } from 'vitest';
import { type Machine, machine } from '../../src/cli/machine.ts';
import { untilInterrupted } from '../../src/cli/run/until-interrupted.ts';

/** A machine whose alarm rings when the test lets it, and what it was last set to. */
function withAlarm() {
  const alarm = { afterMs: Number.NaN, ring: () => {} };
  const its: Machine = {
    ...machine,
    alarm: (ring) => {
      alarm.ring = ring;
      return (afterMs) => {
        alarm.afterMs = afterMs;
      };
    },
  };
  return { alarm, its };
}

test('gives what comes of the work, and puts its alarm away, which would keep a process from ending', async () => {
  for (const [work, found] of [
    [Promise.resolve(7), { status: 'fulfilled', value: 7 }],
    [Promise.reject(new Error('gone')), { status: 'rejected', reason: new Error('gone') }],
  ] as const) {
    const { alarm, its } = withAlarm();
    const interruption = { asked: false, look: async () => {}, end: () => {} };
    const [settled] = await Promise.allSettled([untilInterrupted<number>(work, interruption, its)]);
    expect(settled).toEqual(found);
    await null;
    expect(alarm.afterMs).toBe(Number.POSITIVE_INFINITY);
  }
});

test('waits no longer once somebody asks, and looks again until then', async () => {
  const { alarm, its } = withAlarm();
  const interruption = { asked: false, look: async () => {}, end: () => {} };
  const waited = untilInterrupted(new Promise<never>(() => {}), interruption, its);
  alarm.afterMs = Number.NaN;
  alarm.ring();
  expect(alarm.afterMs).toBeGreaterThan(0);
  interruption.asked = true;
  alarm.ring();
  expect(await waited).toBeNull();
});
