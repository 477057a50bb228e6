/**
 * Random numbers of one cause, generated in blocks and taken one by one in the same order. Numbers passed between
 * functions would each be allocated. Code that takes millions may read the block directly.
 */
export class Drawn {
  readonly block: Float64Array;
  /** The index of the next number, and how many the block holds. */
  place = 0;
  count = 0;
  /** How often the block was filled. */
  filled = 0;
  private readonly fill: (block: Float64Array) => number;

  /**
   * @param fill writes at least one number from the start of the block and returns how many. Each cause has its own
   * loop there, because a loop shared by all causes would not be optimised.
   */
  constructor(fill: (block: Float64Array) => number, atOnce = DRAWN_AT_ONCE) {
    this.block = new Float64Array(atOnce);
    this.fill = fill;
  }

  take(): number {
    if (this.place === this.count) this.draw();
    return this.block[this.place++] as number;
  }

  /** The next number, without taking it. */
  peek(): number {
    if (this.place === this.count) this.draw();
    return this.block[this.place] as number;
  }

  /** Fills the block again if all its numbers were taken. */
  draw(): void {
    if (this.place < this.count) return;
    this.place = 0;
    this.filled++;
    this.count = this.fill(this.block);
  }
}

/** Larger blocks are no faster, and most short runs need fewer numbers. */
export const DRAWN_AT_ONCE = 64;

/** Returns draws that are each those of another one times a factor. */
export function scaledDraws(drawn: Drawn, factor: number): Drawn {
  return new Drawn((block) => {
    drawn.draw();
    const { block: from, place } = drawn;
    const count = drawn.count - place;
    for (let i = 0; i < count; i++) block[i] = (from[place + i] as number) * factor;
    drawn.place = drawn.count;
    return count;
  }, drawn.block.length);
}

/** Draws one number at a time, for slow generators and for those that must not run ahead. */
export function drawnOneByOne(one: () => number): Drawn {
  return new Drawn((block) => {
    block[0] = one();
    return 1;
  }, 1);
}
