import type { Cause } from '../compute/index.ts';
import { type Random, randomStream } from '../workload/index.ts';

/** Returns a function that draws the next random number for a cause. Each cause has its own stream. */
export function lifeDraws(seed: number, compute: string): (cause: Cause) => number {
  const streams = new Map<Cause, Random>();
  return (cause) => {
    let stream = streams.get(cause);
    if (stream === undefined) {
      stream = randomStream(seed, `${compute}/${cause}`);
      streams.set(cause, stream);
    }
    return stream();
  };
}
