/** The step of a trace, if most differences between its times are equal. Null for irregular times. */
export function stepOf(timesMs: ArrayLike<number>): number | null {
  const counts = new Map<number, number>();
  let differences = 0;
  for (let at = 1; at < timesMs.length; at++) {
    const difference = (timesMs[at] as number) - (timesMs[at - 1] as number);
    if (difference <= 0) continue;
    differences++;
    counts.set(difference, (counts.get(difference) ?? 0) + 1);
  }
  let [step, most] = [0, 0];
  for (const [difference, count] of counts) if (count > most) [step, most] = [difference, count];
  return differences > 0 && most >= LEAST_SHARE * differences ? step : null;
}

const LEAST_SHARE = 0.6;
