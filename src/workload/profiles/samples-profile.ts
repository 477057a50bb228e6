import type { BoundProfile, SamplesProfile } from './profile.ts';
import { isRuns, runEnd, sampleAt } from './samples.ts';

/**
 * Looks samples up by index. Equal neighbours form one stretch, so that a night without demand is one event. The last
 * stretch is kept, so that another call within it does not search for its end again.
 */
export function samplesProfile({ atMs, stepMs, values }: SamplesProfile, startMs: number): BoundProfile {
  const firstMs = startMs + atMs;
  // One object for all results: a year of samples would otherwise allocate one each. NaN makes its fields
  // floating-point.
  const stretch = { value: Number.NaN, untilMs: Number.NEGATIVE_INFINITY };
  // A field too, because each write to a captured variable would allocate a number.
  const asked = { fromMs: Number.POSITIVE_INFINITY };
  // Arrays are indexed directly, because calling `at` would take most of the time.
  const flat = values instanceof Float64Array ? values : null;
  const known = (index: number) => (flat === null ? sampleAt(values, index) : flat[index]) || 0;
  const isOpen = () => !isRuns(values) && values.isOpen === true;
  return (utcMs) => {
    if (utcMs >= asked.fromMs && utcMs < stretch.untilMs) return stretch;
    const { length: count } = values;
    let index = Math.max(-1, Math.floor((utcMs - firstMs) / stepMs));
    // With a fractional step, rounding may say that the step has not ended.
    if (firstMs + (index + 1) * stepMs <= utcMs) index++;
    const value = index < 0 ? 0 : known(index);
    let end = index + 1;
    while (end < count && known(end) === value) end = flat === null ? runEnd(values, end) : end + 1;
    const isLast = end >= count && value === 0 && !isOpen();
    asked.fromMs = utcMs;
    stretch.value = value;
    stretch.untilMs = isLast ? Number.POSITIVE_INFINITY : firstMs + end * stepMs;
    return stretch;
  };
}
