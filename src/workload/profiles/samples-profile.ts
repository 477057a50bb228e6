import type { BoundProfile, SamplesProfile } from './profile.ts';
import { isRuns, runEnd, sampleAt } from './samples.ts';

/**
 * Reads samples at their index. Equal neighbours are one stretch, so that a night without demand is one event; the
 * stretch is kept, so that whoever asks within it again does not look for its end again.
 */
export function samplesProfile({ atMs, stepMs, values }: SamplesProfile, startMs: number): BoundProfile {
  const firstMs = startMs + atMs;
  // One for all answers, of floating-point numbers from the first on: there is one for each sample of a year.
  const stretch = { value: Number.NaN, untilMs: Number.NEGATIVE_INFINITY };
  // A field too: a variable of its own would be a new number in memory at every write.
  const asked = { fromMs: Number.POSITIVE_INFINITY };
  // An array is read as one: to call its `at` takes longer than all the rest.
  const flat = values instanceof Float64Array ? values : null;
  const known = (index: number) => (flat === null ? sampleAt(values, index) : flat[index]) || 0;
  const isOpen = () => !isRuns(values) && values.isOpen === true;
  return (utcMs) => {
    if (utcMs >= asked.fromMs && utcMs < stretch.untilMs) return stretch;
    const { length: count } = values;
    let index = Math.max(-1, Math.floor((utcMs - firstMs) / stepMs));
    // A step that is no whole number may end where rounding says that it still goes on.
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
