import { expect, test, vi } from 'vitest';
import { untilAborted } from '../../src/advisor/threads/until-aborted.ts';

test('returns the result of the work', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(7), signal)).toBe(7);
  await expect(untilAborted(Promise.reject(new Error('gone')), signal)).rejects.toThrow('gone');
});

test('stops waiting when it is aborted, before or during the work', async () => {
  const never = new Promise<never>(() => {});
  expect(await untilAborted(never, AbortSignal.abort())).toBeNull();
  expect(await untilAborted(Promise.reject(new Error('closed')), AbortSignal.abort())).toBeNull();
  const controller = new AbortController();
  const waited = untilAborted(never, controller.signal);
  controller.abort();
  expect(await waited).toBeNull();
});

test('shares one listener between many waits', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const listen = vi.spyOn(signal, 'addEventListener');
  const all = Array.from({ length: 20 }, () => untilAborted(new Promise<never>(() => {}), signal));
  expect(listen).toHaveBeenCalledTimes(1);
  controller.abort();
  expect(await Promise.all(all)).toEqual(all.map(() => null));
});
