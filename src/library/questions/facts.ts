import { factSets, facts, factsDifference } from '../../advisor/index.ts';
import { factSetOf } from '../intake/fact-set.ts';
import type { Reader } from '../intake/reader.ts';

/** Lists the fact sets, shows one, or compares two. Each is the name of one that is shipped, or a file. */
export function factsFor(a: string | undefined, b: string | undefined, reader: Reader) {
  if (a === undefined) return factSets();
  const one = factSetOf(a, reader, { field: 'A' });
  return b === undefined ? facts(one) : factsDifference(one, factSetOf(b, reader, { field: 'B' }));
}
