import type { BoundProfile, SamplesProfile, Stretch } from './profile.ts';

/**
 * Reads samples at their index. Equal neighbours are one stretch, so that a night without demand is one event; the
 * stretch is kept, so that whoever asks within it again does not look for its end again.
 */
export function samplesProfile({ atMs, stepMs, values }: SamplesProfile, startMs: number): BoundProfile {
  const firstMs = startMs + atMs;
  let fromMs = Number.POSITIVE_INFINITY;
  let stretch: Stretch = { value: 0, untilMs: Number.NEGATIVE_INFINITY };
  return (utcMs) => {
    if (utcMs >= fromMs && utcMs < stretch.untilMs) return stretch;
    const { length: count, isOpen = false } = values;
    let index = Math.max(-1, Math.floor((utcMs - firstMs) / stepMs));
    // A step that is no whole number may end where rounding says that it still goes on.
    if (firstMs + (index + 1) * stepMs <= utcMs) index++;
    const value = index < 0 ? 0 : known(values.at(index));
    let end = index + 1;
    while (end < count && known(values.at(end)) === value) end++;
    const isLast = end >= count && value === 0 && !isOpen;
    fromMs = utcMs;
    stretch = { value, untilMs: isLast ? Number.POSITIVE_INFINITY : firstMs + end * stepMs };
    return stretch;
  };
}

/** What is not known is no demand, and neither is what lies outside. */
function known(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value;
}
