import type { Span } from '../span.ts';
import { fillGaps } from './fill-gaps.ts';
import { after, type Operator, unchanged } from './operator.ts';
import { resample } from './resample.ts';

const SECOND_MS = 1000;
const MOST_STEPS = 4e6;

/** Resamples a trace with uneven times to its median step, or to a longer step if that would be too many samples. */
export function regular({ samples, firstMs, lastMs, usualMs }: Span): Operator {
  return (head) => {
    if (head.stepMs !== null || samples === 0) return unchanged(head);
    const longest = Math.ceil((lastMs - firstMs) / MOST_STEPS);
    return resample(Math.max(SECOND_MS, Math.round(usualMs), longest), usualMs)(head);
  };
}

/** Filling a shorter gap is cheaper than returning it as a separate chunk. */
const MOST_FILLED_STEPS = 1024;

/** Even steps without missing samples. A long gap becomes one row for many steps. */
export function evenly(span: Span): Operator {
  return after(regular(span), fillGaps(MOST_FILLED_STEPS));
}
