import { bytesOf, textOf } from '../reading/bytes.ts';

/** Keeps one copy of each word, so that a million events share the names of a few clients. */
export class StringPool {
  readonly #known = new Map<string, string>();

  of(word: string): string {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    // A substring keeps the whole text in memory, so this makes a copy.
    const own = textOf(bytesOf(word));
    if (this.#known.size < MOST_WORDS) this.#known.set(own, own);
    return own;
  }
}

const MOST_WORDS = 20_000;
