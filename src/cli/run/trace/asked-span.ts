import { instantIn } from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import { parseDuration } from '../../../scenario/index.ts';

/** The flags that say for what time to ask a server. */
export interface SpanFlags {
  readonly from: string;
  readonly to: string;
  readonly step: string;
}

/**
 * The time that the flags name. A relative start counts back from the end. Now is the last whole step, because samples
 * at whole steps are easier to compare with others.
 */
export function askedSpan({ from, to, step }: SpanFlags, timezone: string, nowMs: number) {
  const stepMs = askedDurationMs('--step', step);
  const agoMs = parseDuration(from);
  const toMs = to === 'now' ? Math.floor(nowMs / stepMs) * stepMs : instantIn('--to', to, timezone);
  const fromMs = agoMs === null ? instantIn('--from', from, timezone) : toMs - agoMs;
  if (fromMs >= toMs)
    throw problem(
      { field: '--from' },
      `${new Date(fromMs).toISOString()} is not before ${new Date(toMs).toISOString()}`,
      'ask for a time before --to',
    );
  if ((toMs - fromMs) / stepMs > MOST_SAMPLES)
    throw problem(
      { field: '--step' },
      `${step} makes more than ${MOST_SAMPLES / 1e6} million samples of this time`,
      'take a longer step, or ask part by part',
    );
  return { fromMs, toMs, stepMs };
}

/** Allows ten years by the minute. Already that takes about a thousand requests for each series. */
const MOST_SAMPLES = 10_000_000;

export function askedDurationMs(field: string, text: string): number {
  const ms = parseDuration(text);
  if (ms !== null && ms >= 1 && Number.isInteger(ms)) return ms;
  throw problem({ field }, `found "${text}"`, 'write whole milliseconds or more with their unit, such as 1m');
}
