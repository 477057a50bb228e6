/**
 * Numbers of one cause, made a block at a time and taken one by one, in the same order: a number that is handed from
 * function to function need not be put in memory by itself each time. Who takes them by the million may read the block
 * itself, in a loop that calls nothing.
 */
export class Drawn {
  readonly block: Float64Array;
  /** The next of them, and how many there are. */
  place = 0;
  count = 0;
  private readonly fill: (block: Float64Array) => number;

  /**
   * @param fill makes some more, one at least, from the beginning of the block on, and says how many: in a loop of its
   * own, for one loop for all causes would be compiled for none
   */
  constructor(fill: (block: Float64Array) => number, atOnce = DRAWN_AT_ONCE) {
    this.block = new Float64Array(atOnce);
    this.fill = fill;
  }

  take(): number {
    if (this.place === this.count) this.draw();
    return this.block[this.place++] as number;
  }

  /** The next one, which stays. */
  peek(): number {
    if (this.place === this.count) this.draw();
    return this.block[this.place] as number;
  }

  /** Makes some more, once all are taken. */
  draw(): void {
    if (this.place < this.count) return;
    this.place = 0;
    this.count = this.fill(this.block);
  }
}

/** More at once is no faster, and most demand of a short run needs no more than this. */
export const DRAWN_AT_ONCE = 64;

/** The same for what takes long to make, and for what must not be made before it is taken. */
export function drawnOneByOne(one: () => number): Drawn {
  return new Drawn((block) => {
    block[0] = one();
    return 1;
  }, 1);
}
