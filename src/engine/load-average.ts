/** How often the kernel updates its load averages. */
export const LOAD_TICK_MS = 5000;

const STEPS = 4096;
const ONE_MINUTE = decayTable(Math.exp(-5 / 60));
const FIVE_MINUTES = decayTable(Math.exp(-5 / 300));

export interface SavedLoadAverage {
  readonly runnable: number;
  readonly changedAtTick: number;
  readonly one: number;
  readonly five: number;
}

/**
 * The exponentially damped averages of the number of runnable processes. n ticks after the last change of that number
 * the average is L + (l0 - L) x r[n], which is what stepping evaluates too: n is counted from the change, not added up.
 */
export class LoadAverage {
  runnable = 0;
  private changedAtTick = 0;
  private one = 0;
  private five = 0;

  /** The processes are counted at a tick. A count that stays the same changes nothing. */
  count(tick: number, runnable: number): void {
    if (runnable === this.runnable) return;
    this.one = this.load1(tick - 1);
    this.five = this.load5(tick - 1);
    this.runnable = runnable;
    this.changedAtTick = tick - 1;
  }

  load1(tick: number): number {
    return this.runnable + (this.one - this.runnable) * decayed(ONE_MINUTE, tick - this.changedAtTick);
  }

  load5(tick: number): number {
    return this.runnable + (this.five - this.runnable) * decayed(FIVE_MINUTES, tick - this.changedAtTick);
  }

  saved(): SavedLoadAverage {
    const { runnable, changedAtTick, one, five } = this;
    return { runnable, changedAtTick, one, five };
  }

  restore({ runnable, changedAtTick, one, five }: SavedLoadAverage): void {
    this.runnable = runnable;
    this.changedAtTick = changedAtTick;
    this.one = one;
    this.five = five;
  }

  /** A new machine has no past. */
  reset(tick: number): void {
    this.runnable = 0;
    this.one = 0;
    this.five = 0;
    this.changedAtTick = tick;
  }
}

/** After 4,096 ticks nothing of the past is left in either average. */
function decayed(table: Float64Array, ticks: number): number {
  return ticks < STEPS ? (table[ticks] as number) : 0;
}

function decayTable(factor: number): Float64Array {
  const table = new Float64Array(STEPS);
  table[0] = 1;
  for (let n = 1; n < STEPS; n++) table[n] = (table[n - 1] as number) * factor;
  return table;
}
