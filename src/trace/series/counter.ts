/** What a counter has counted, and how often it began anew. */
interface CounterSteps {
  /** From each value to the next: one less than there are values. */
  readonly increases: Float64Array;
  readonly resets: number;
}

/** A counter only grows. Where it falls it has begun anew, from zero, and all of the new value was counted since. */
export function countedOf(values: ArrayLike<number>): CounterSteps {
  const increases = new Float64Array(Math.max(0, values.length - 1));
  let resets = 0;
  for (let at = 0; at < increases.length; at++) {
    const [before, after] = [values[at] as number, values[at + 1] as number];
    increases[at] = after < before ? after : after - before;
    if (after < before) resets++;
  }
  return { increases, resets };
}
