import { describe, expect, test } from 'vitest';
import { patientServer } from '../../src/collecting/patient-server.ts';
import type { ServerAnswer } from '../../src/collecting/ports.ts';

const OK: ServerAnswer = { status: 200, text: 'ok', retryAfter: null };
const BUSY: ServerAnswer = { status: 429, text: '', retryAfter: '3' };
const down = () => new TypeError('fetch failed');

/** A server with these answers, on a clock that moves only while somebody sleeps. */
function served(...answers: readonly (ServerAnswer | Error)[]) {
  let nowMs = 0;
  let next = 0;
  const askedAtMs: number[] = [];
  const told: number[] = [];
  const server = patientServer(
    async () => {
      askedAtMs.push(nowMs);
      const answer = answers[Math.min(next++, answers.length - 1)] as ServerAnswer | Error;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    {
      nowMs: () => nowMs,
      sleep: async (ms) => {
        nowMs += ms;
      },
      tell: (waitMs) => told.push(waitMs),
    },
  );
  const ask = () => server.get(new URL('http://server/'), {});
  return { ask, askedAtMs, told, isLost: server.isLost };
}

describe('a patient server', () => {
  test('asks again after the pause that the server wants', async () => {
    const { ask, askedAtMs, told } = served(BUSY, BUSY, OK);
    expect(await ask()).toBe(OK);
    expect(askedAtMs).toEqual([0, 3000, 6000]);
    expect(told).toEqual([3000, 3000]);
  });

  test('gives up at the sixth try, and hands over the last answer', async () => {
    const { ask, askedAtMs, isLost } = served(BUSY);
    expect(await ask()).toBe(BUSY);
    expect(askedAtMs).toHaveLength(6);
    expect(isLost()).toBe(false);
  });

  test('holds back other requests during a pause', async () => {
    let nowMs = 0;
    const asked: [string, number][] = [];
    const { get } = patientServer(
      async ({ pathname }) => {
        asked.push([pathname, nowMs]);
        return pathname === '/first' && asked.length === 1 ? BUSY : OK;
      },
      {
        nowMs: () => nowMs,
        sleep: async (ms) => {
          nowMs += ms;
        },
        tell: () => {},
      },
    );
    const first = get(new URL('http://server/first'), {});
    await Promise.resolve();
    await Promise.all([first, get(new URL('http://server/second'), {})]);
    expect(asked).toEqual([
      ['/first', 0],
      ['/second', 3000],
      ['/first', 3000],
    ]);
  });

  test('that has never answered is not asked again', async () => {
    const { ask, askedAtMs, isLost } = served(down());
    await expect(ask()).rejects.toThrow('fetch failed');
    expect([askedAtMs.length, isLost()]).toEqual([1, false]);
  });

  test('that answered before is asked again, and is lost after half a minute', async () => {
    const { ask, askedAtMs, isLost } = served(OK, down());
    await ask();
    await expect(ask()).rejects.toThrow('fetch failed');
    expect(askedAtMs).toEqual([0, 0, 1000, 3000, 7000, 15_000, 31_000]);
    expect(isLost()).toBe(true);
  });

  test('passes other errors on, such as a time-out', async () => {
    const { ask, isLost } = served(OK, new Error('too slow'));
    await ask();
    await expect(ask()).rejects.toThrow('too slow');
    expect(isLost()).toBe(false);
  });
});
