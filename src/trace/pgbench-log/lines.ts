import { problem } from '../../problem/index.ts';
import type { Block } from '../reading/blocks.ts';
import { textOf } from '../reading/bytes.ts';
import type { ReadSettings } from '../reading/reading.ts';

/** The lines of a block that are not empty, with their numbers. */
export function* linesOf({ bytes, line: first }: Block): Generator<readonly [line: string, number: number]> {
  const text = textOf(bytes);
  let number = first;
  for (const line of text.split('\n')) {
    const plain = line.trimEnd();
    if (plain !== '') yield [plain, number];
    number++;
  }
}

export function refuseMap({ map, name }: ReadSettings): void {
  if (map.length > 0)
    throw problem({ file: name }, 'a log of pgbench has no columns to map', 'leave ‹map› out');
}
