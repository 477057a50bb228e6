/**
 * The interval at which the kernel updates its load averages. It is read from a Float64Array, so that V8 compiles code
 * for floating-point times. With a small integer V8 would compile integer code, discard it at the 25th day of a run,
 * and need a tenth of a second to compile again.
 */
export const LOAD_TICK_MS = new Float64Array([5000])[0] as number;

/**
 * Scales a time by the count of Linux to that of the simulator. Linux adds a tick of its clock to the five seconds, so
 * its counts fall on all parts of a quota's period in turn. The simulator counts every five seconds, so it shortens the
 * period instead, by as much as a tick of 1/256 s. With the whole period, all counts would fall on one part, such as the
 * end, when most work waits.
 */
export function inCountedTime(ms: number): number {
  return (ms * 1279) / 1280;
}

const STEPS = 4096;
export const ONE_MINUTE = decayTable(Math.exp(-5 / 60));
export const FIVE_MINUTES = decayTable(Math.exp(-5 / 300));

export interface SavedLoadAverage {
  readonly runnable: number;
  readonly changedAtTick: number;
  readonly one: number;
  readonly five: number;
}

/**
 * The exponentially damped averages of the number of runnable processes. They are L + (l0 - L) x r[n] at n ticks after
 * the last change of that number. Stepping evaluates the same formula, so that both give the same bits.
 */
export class LoadAverage {
  private processes = 0;
  private changedAtTick = 0;
  private one = 0;
  private five = 0;

  get runnable(): number {
    return this.processes;
  }

  /** Sets the number of runnable processes at a tick. */
  count(tick: number, runnable: number): void {
    if (runnable === this.processes) return;
    this.one = this.load1(tick - 1);
    this.five = this.load5(tick - 1);
    this.processes = runnable;
    this.changedAtTick = tick - 1;
  }

  load1(tick: number): number {
    return averageAt(ONE_MINUTE, this.one, this.processes, tick - this.changedAtTick);
  }

  load5(tick: number): number {
    return averageAt(FIVE_MINUTES, this.five, this.processes, tick - this.changedAtTick);
  }

  /**
   * Returns the first tick after `now`, up to `far`, at which the one-minute average leaves a band, if the count stays
   * the same. Infinity if it does not leave. A binary search finds the tick, because the average is monotone.
   */
  tickOutside(now: number, far: number, low: number, high: number): number {
    const { one, processes, changedAtTick } = this;
    if (isWithin(averageAt(ONE_MINUTE, one, processes, far - changedAtTick), low, high))
      return Number.POSITIVE_INFINITY;
    let inside = now;
    let outside = far;
    // The tick is mostly near. Strides that double find an interval for the binary search.
    for (let stride = 1; inside + stride < outside; stride *= 2) {
      const place = inside + stride;
      if (isWithin(averageAt(ONE_MINUTE, one, processes, place - changedAtTick), low, high)) inside = place;
      else outside = place;
    }
    while (outside - inside > 1) {
      const middle = (inside + outside) >> 1;
      if (isWithin(averageAt(ONE_MINUTE, one, processes, middle - changedAtTick), low, high)) inside = middle;
      else outside = middle;
    }
    return outside;
  }

  saved(): SavedLoadAverage {
    const { processes: runnable, changedAtTick, one, five } = this;
    return { runnable, changedAtTick, one, five };
  }

  restore({ runnable, changedAtTick, one, five }: SavedLoadAverage): void {
    this.processes = runnable;
    this.changedAtTick = changedAtTick;
    this.one = one;
    this.five = five;
  }

  /** A new machine has no past. */
  reset(tick: number): void {
    this.processes = 0;
    this.one = 0;
    this.five = 0;
    this.changedAtTick = tick;
  }
}

/** Returns an average at some ticks after the last change. After 4,096 ticks nothing of the past is left. */
function averageAt(table: Float64Array, from: number, towards: number, ticks: number): number {
  return towards + (from - towards) * (ticks < STEPS ? (table[ticks] as number) : 0);
}

function isWithin(average: number, low: number, high: number): boolean {
  return average >= low && average < high;
}

function decayTable(factor: number): Float64Array {
  const table = new Float64Array(STEPS);
  table[0] = 1;
  for (let n = 1; n < STEPS; n++) table[n] = (table[n - 1] as number) * factor;
  return table;
}
