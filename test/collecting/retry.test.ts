import { describe, expect, test } from 'vitest';
import { waitBeforeRetryMs } from '../../src/collecting/retry.ts';

const NOW = Date.UTC(2026, 2, 2, 9);

describe('before it asks again, a collection waits', () => {
  test.each([
    ['the seconds of Retry-After', 429, '7', 1, 7000],
    ['until the date of Retry-After', 503, 'Mon, 02 Mar 2026 09:00:12 GMT', 1, 12_000],
    ['not at all for a date that has passed', 429, 'Mon, 02 Mar 2026 08:59:00 GMT', 1, 0],
    ['a second at first without the header', 503, null, 1, 1000],
    ['twice as long each time', 502, null, 3, 4000],
    ['as without the header if it says nothing', 504, 'soon', 2, 2000],
    ['five minutes at most', 429, '300', 1, 300_000],
  ] as const)('%s', (_, status, retryAfter, tries, waitMs) => {
    expect(waitBeforeRetryMs({ status, retryAfter }, tries, NOW)).toBe(waitMs);
  });

  test.each([
    ['an answer', 200, null, 1],
    ['a refusal that waiting does not change', 404, '1', 1],
    ['a pause that is too long', 429, '301', 1],
    ['the sixth try', 503, '1', 6],
  ] as const)('no more after %s', (_, status, retryAfter, tries) => {
    expect(waitBeforeRetryMs({ status, retryAfter }, tries, NOW)).toBeNull();
  });
});
