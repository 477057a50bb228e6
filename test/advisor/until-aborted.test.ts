import { expect, test } from 'vitest';
import { untilAborted } from '../../src/advisor/threads/until-aborted.ts';

test('gives what comes of the work', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(7), signal)).toBe(7);
  await expect(untilAborted(Promise.reject(new Error('gone')), signal)).rejects.toThrow('gone');
});

test('waits no longer once it is aborted, before or meanwhile', async () => {
  const never = new Promise<never>(() => {});
  expect(await untilAborted(never, AbortSignal.abort())).toBeNull();
  const controller = new AbortController();
  const waited = untilAborted(never, controller.signal);
  controller.abort();
  expect(await waited).toBeNull();
});
