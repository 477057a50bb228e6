/** The index of the first number above a limit in a sorted list; the length of the list if there is none. */
export function firstAfter(numbers: ArrayLike<number>, limit: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] as number) > limit) to = middle;
    else from = middle + 1;
  }
  return from;
}
