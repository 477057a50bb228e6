import type { Cause } from '../compute/index.ts';
import { type Random, randomStream } from '../workload/index.ts';

/** Returns a function that draws the next random number for a cause. Each cause has its own stream. */
export function lifeDraws(seed: number, compute: string): (cause: Cause) => number {
  const draws = new LifeDraws(seed, compute);
  return (cause) => draws.draw(cause);
}

/** The random numbers of a compute's life. Each cause has its own stream. */
export class LifeDraws {
  private readonly seed: number;
  private readonly compute: string;
  private readonly streams = new Map<Cause, { readonly next: Random; drawn: number }>();

  constructor(seed: number, compute: string) {
    this.seed = seed;
    this.compute = compute;
  }

  draw(cause: Cause): number {
    const stream = this.streamOf(cause);
    stream.drawn++;
    return stream.next();
  }

  /** How many numbers were drawn for a cause. */
  drawn(cause: Cause): number {
    return this.streamOf(cause).drawn;
  }

  /** Skips numbers that a fast path has used. */
  skip(cause: Cause, count: number): void {
    for (let one = 0; one < count; one++) this.draw(cause);
  }

  private streamOf(cause: Cause): { readonly next: Random; drawn: number } {
    let stream = this.streams.get(cause);
    if (stream === undefined) {
      stream = { next: randomStream(this.seed, `${this.compute}/${cause}`), drawn: 0 };
      this.streams.set(cause, stream);
    }
    return stream;
  }
}
