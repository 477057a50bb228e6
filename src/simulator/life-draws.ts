import type { Cause } from '../compute/index.ts';
import { type Random, randomStream } from '../workload/index.ts';

/** The chance in the life of one compute: the next draw for a cause, each of which has a stream of its own. */
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
