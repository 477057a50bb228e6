/**
 * A list of a document that makes its items each time it is read. A document about a hundred thousand databases would
 * not fit into memory otherwise.
 */
export class LazyList<Item> implements Iterable<Item> {
  readonly #items: () => Iterable<Item>;

  private constructor(items: () => Iterable<Item>) {
    this.#items = items;
  }

  static of<Source, Item>(sources: readonly Source[], itemOf: (source: Source) => Item): LazyList<Item> {
    return new LazyList(function* () {
      for (const source of sources) yield itemOf(source);
    });
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#items()[Symbol.iterator]();
  }

  toJSON(): readonly Item[] {
    return [...this];
  }
}
