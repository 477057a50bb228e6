/** The increases of a counter, and how often it was reset. */
interface CounterSteps {
  /** From each value to the next, so that there is one fewer than there are values. */
  readonly increases: Float64Array;
  readonly resets: number;
}

/** The increases of a counter. A counter that decreases was reset to zero, and its whole new value counts. */
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
