import type { Span } from '../span.ts';
import { fillGaps } from './fill-gaps.ts';
import { after, type Operator, unchanged } from './operator.ts';
import { resample } from './resample.ts';

const SECOND_MS = 1000;
const MOST_STEPS = 4e6;

/** In even steps: a trace at uneven times takes its median one, or a longer one where those would be too many. */
export function regular({ samples, firstMs, lastMs, usualMs }: Span): Operator {
  return (head) => {
    if (head.stepMs !== null || samples === 0) return unchanged(head);
    const longest = Math.ceil((lastMs - firstMs) / MOST_STEPS);
    return resample(Math.max(SECOND_MS, Math.round(usualMs), longest), usualMs)(head);
  };
}

/** Shorter gaps take less time when they are filled than as chunks of their own. */
const MOST_FILLED_STEPS = 1024;

/** In even steps, each of them there; those of a long gap as one row. */
export function evenly(span: Span): Operator {
  return after(regular(span), fillGaps(MOST_FILLED_STEPS));
}
