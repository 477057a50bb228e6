import { ApiError } from '../api-error.ts';

/** 700 calls a minute and 40 calls a second for each key on each route, as two token buckets. */
const MINUTE = { calls: 700, ms: 60_000 } as const;
const SECOND = { calls: 40, ms: 1000 } as const;

interface Buckets {
  minute: number;
  second: number;
  atMs: number;
}

export class RateLimit {
  private readonly buckets = new Map<string, Buckets>();

  /** Takes a token from both buckets of a name, or throws if one of them is empty. */
  take(name: string, nowMs: number): void {
    const known = this.buckets.get(name) ?? { minute: MINUTE.calls, second: SECOND.calls, atMs: nowMs };
    const passedMs = Math.max(0, nowMs - known.atMs);
    const filled = {
      minute: Math.min(MINUTE.calls, known.minute + (passedMs * MINUTE.calls) / MINUTE.ms),
      second: Math.min(SECOND.calls, known.second + (passedMs * SECOND.calls) / SECOND.ms),
      atMs: nowMs,
    };
    if (filled.minute < 1 || filled.second < 1) {
      this.buckets.set(name, filled);
      const waitMs = Math.max(
        ((1 - filled.minute) * MINUTE.ms) / MINUTE.calls,
        ((1 - filled.second) * SECOND.ms) / SECOND.calls,
      );
      throw new ApiError(
        429,
        'RATE_LIMITED',
        `more than ${MINUTE.calls} calls a minute or ${SECOND.calls} a second on this route; slow down`,
        Math.max(1, Math.ceil(waitMs / 1000)),
      );
    }
    this.buckets.set(name, { minute: filled.minute - 1, second: filled.second - 1, atMs: nowMs });
  }
}
