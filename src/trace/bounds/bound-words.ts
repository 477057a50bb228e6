import { GIB } from '../../facts/index.ts';
import type { Bound } from './bounds.ts';
import type { LimitedQuantity } from './limit-in-force.ts';

/** Says how many samples were at their limit, and what the limit was. */
export function boundWords(
  { quantity, samples, of, limit }: Bound,
  which: 'samples' | 'busy samples',
): string {
  const { what, most, words } = WORDS[quantity];
  const share = Math.round((1e4 * samples) / of) / 100;
  const fallen = quantity === 'memory' ? ', or right after a drop from there' : '';
  return `${samples} of ${of} ${which} of ${what} (${share}%) are at 90% or more of ${most} (${words(limit ?? 0)})${fallen}`;
}

const gigabytes = (bytes: number) => `${Math.round((100 * bytes) / GIB) / 100} GiB`;

const WORDS: Readonly<
  Record<
    LimitedQuantity,
    { readonly what: string; readonly most: string; readonly words: (limit: number) => string }
  >
> = {
  connections: { what: 'connections', most: 'max_connections', words: (limit) => `${limit}` },
  memory: { what: 'memory', most: 'the RAM', words: gigabytes },
  workingSet: { what: 'the working set', most: 'the cache', words: gigabytes },
};
