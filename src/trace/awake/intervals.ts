/** Disjoint intervals of time in ascending order. */
export class Intervals {
  readonly from: number[] = [];
  readonly until: number[] = [];

  add(fromMs: number, untilMs: number): void {
    const last = this.until.length - 1;
    // Most calls come in the order of time.
    if (last < 0 || fromMs > (this.until[last] as number)) {
      this.from.push(fromMs);
      this.until.push(untilMs);
    } else if (fromMs >= (this.from[last] as number)) {
      if (untilMs > (this.until[last] as number)) this.until[last] = untilMs;
    } else this.#insert(fromMs, untilMs);
  }

  /** Joins the interval with all that it touches. */
  #insert(fromMs: number, untilMs: number): void {
    let end = this.from.length;
    while (end > 0 && (this.from[end - 1] as number) > untilMs) end--;
    let [at, from, until] = [end, fromMs, untilMs];
    for (; at > 0 && (this.until[at - 1] as number) >= fromMs; at--) {
      from = Math.min(from, this.from[at - 1] as number);
      until = Math.max(until, this.until[at - 1] as number);
    }
    this.from.splice(at, end - at, from);
    this.until.splice(at, end - at, until);
  }

  get totalMs(): number {
    return this.until.reduce((sum, untilMs, at) => sum + untilMs - (this.from[at] as number), 0);
  }
}

/** The union of several sets of intervals. */
export function union(all: readonly Intervals[]): Intervals {
  const stretches = all.flatMap(({ from, until }) =>
    from.map((ms, at) => [ms, until[at] as number] as const),
  );
  stretches.sort(([a], [b]) => a - b);
  const together = new Intervals();
  for (const [from, until] of stretches) together.add(from, until);
  return together;
}
