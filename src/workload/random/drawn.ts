/**
 * Random numbers of one cause, made in blocks and taken one by one in the same order. Numbers passed between functions
 * would each be allocated. Code that takes millions may read the block directly.
 */
export class Drawn {
  block: Float64Array = NOTHING;
  /** The index of the next number in the block, and the end of those that may be taken. */
  place = 0;
  end = 0;
  /** How often the block was made. */
  made = 0;
  /** The factor of all numbers in the block. */
  readonly factor: number;
  private readonly make: (drawn: Drawn) => void;

  /** @param make gives a block with at least one number, with its place and its end */
  constructor(make: (drawn: Drawn) => void, factor = 1) {
    this.make = make;
    this.factor = factor;
  }

  take(): number {
    if (this.place === this.end) this.draw();
    return (this.block[this.place++] as number) * this.factor;
  }

  /** Makes a block again if all its numbers were taken. */
  draw(): void {
    if (this.place < this.end) return;
    this.made++;
    this.make(this);
  }

  /** Takes over the rest of the block of others, or their next one, without their factor. */
  takeBlock(others: Drawn): void {
    others.draw();
    this.block = others.block;
    this.place = others.place;
    this.end = others.end;
    others.place = others.end;
  }
}

const NOTHING = new Float64Array(0);

/** Larger blocks are no faster, and most short runs need fewer numbers. */
export const DRAWN_AT_ONCE = 64;

/**
 * @param fill writes at least one number from the start of the block and returns how many. Each cause has its own loop
 * there, because a loop shared by all causes would not be optimised.
 */
export function drawnInBlocks(fill: (block: Float64Array) => number, atOnce = DRAWN_AT_ONCE): Drawn {
  const block = new Float64Array(atOnce);
  return new Drawn((drawn) => {
    drawn.block = block;
    drawn.place = 0;
    drawn.end = fill(block);
  });
}

/** Returns draws that are each those of another one times a factor. */
export function scaledDraws(others: Drawn, factor: number): Drawn {
  return new Drawn((drawn) => drawn.takeBlock(others), factor * others.factor);
}

/** Draws one number at a time, for slow generators and for those that must not run ahead. */
export function drawnOneByOne(one: () => number): Drawn {
  return drawnInBlocks((block) => {
    block[0] = one();
    return 1;
  }, 1);
}
