import type { Span } from '../span.ts';
import { fillGaps } from './fill-gaps.ts';
import type { ReplayOperator } from './replay.ts';
import { resample } from './resample.ts';

const SECOND_MS = 1000;
const MOST_STEPS = 4e6;

/** In even steps: a trace at uneven times takes its median one, or a longer one where those would be too many. */
export function regular({ samples, firstMs, lastMs, usualMs }: Span): ReplayOperator {
  return (replay) => {
    if (replay.head.stepMs !== null || samples === 0) return replay;
    const longest = Math.ceil((lastMs - firstMs) / MOST_STEPS);
    return resample(Math.max(SECOND_MS, Math.round(usualMs), longest), usualMs)(replay);
  };
}

/** Shorter gaps take less time when they are filled than as chunks of their own. */
const MOST_FILLED_STEPS = 1024;

/** In even steps, each of them there; those of a long gap as one row. */
export function evenly(span: Span): ReplayOperator {
  return (replay) => fillGaps(MOST_FILLED_STEPS)(regular(span)(replay));
}
