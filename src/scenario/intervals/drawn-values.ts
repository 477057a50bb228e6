import { randomStream } from '../../workload/index.ts';
import { quantileOf, type UncertainQuantity } from './interval.ts';

/**
 * Draws values of intervals for some worlds. Returns for each world the values of all intervals, in their order.
 *
 * It is a Latin hypercube: the distribution of each interval is cut into as many equally likely parts as there are
 * worlds, and each world gets another part. Each interval has a random stream of its own, named after its field, so
 * that one more interval does not change the values of the others.
 */
export function drawnValues(
  intervals: readonly UncertainQuantity[],
  seed: number,
  worlds: number,
): number[][] {
  const byInterval = intervals.map((interval) => {
    const random = randomStream(seed, `interval ${interval.name}`);
    return shuffled(worlds, random).map((part) => quantileOf(interval, (part + random()) / worlds));
  });
  return Array.from({ length: worlds }, (_, world) => byInterval.map((values) => values[world] as number));
}

/** The numbers from 0 in random order, by Fisher and Yates. */
function shuffled(count: number, random: () => number): number[] {
  const numbers = Array.from({ length: count }, (_, i) => i);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [numbers[last], numbers[other]] = [numbers[other] as number, numbers[last] as number];
  }
  return numbers;
}
