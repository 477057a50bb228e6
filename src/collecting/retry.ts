import { MINUTE_MS, SECOND_MS } from '../facts/index.ts';
import type { ServerAnswer } from './ports.ts';

/** A request is sent this often at most. */
export const MOST_TRIES = 6;

/** A server that asks for more time than this will not answer during this collection. */
const LONGEST_WAIT_MS = 5 * MINUTE_MS;

/** Too many requests, and servers or proxies that are busy or restart. Asking again does no harm. */
const TRANSIENT: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * How long to wait before the same request is sent again. Null if its answer counts.
 *
 * @param tries how often the request has been sent
 */
export function waitBeforeRetryMs(
  { status, retryAfter }: Pick<ServerAnswer, 'status' | 'retryAfter'>,
  tries: number,
  nowMs: number,
): number | null {
  if (!TRANSIENT.has(status) || tries >= MOST_TRIES) return null;
  const waitMs = askedWaitMs(retryAfter, nowMs) ?? backoffMs(tries);
  return waitMs > LONGEST_WAIT_MS ? null : waitMs;
}

/** 1, 2, 4, 8 and 16 seconds. */
export function backoffMs(tries: number): number {
  return SECOND_MS * 2 ** (tries - 1);
}

/** The header has seconds or a date. Null if it has neither. */
function askedWaitMs(retryAfter: string | null, nowMs: number): number | null {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * SECOND_MS;
  const atMs = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
