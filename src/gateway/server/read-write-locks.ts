/** Read-write locks by key: many tasks run together, or one alone, in the order in which they were requested. */
export class ReadWriteLocks {
  private readonly tails = new Map<string, Tails>();

  shared<T>(key: string, work: () => Promise<T>): Promise<T> {
    const tails = this.tailsOf(key);
    const done = tails.exclusive.then(work);
    tails.shared = Promise.all([tails.shared, settled(done)]);
    return done;
  }

  exclusive<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const all = keys.map((key) => this.tailsOf(key));
    const done = Promise.all(all.flatMap((tails) => [tails.exclusive, tails.shared])).then(work);
    for (const tails of all) tails.exclusive = settled(done);
    return done;
  }

  private tailsOf(key: string): Tails {
    let tails = this.tails.get(key);
    if (tails === undefined) {
      tails = { exclusive: Promise.resolve(), shared: Promise.resolve() };
      this.tails.set(key, tails);
    }
    return tails;
  }
}

/** Promises that resolve when all tasks so far are done, and are never rejected. */
interface Tails {
  exclusive: Promise<unknown>;
  shared: Promise<unknown>;
}

function settled(work: Promise<unknown>): Promise<void> {
  return work.then(
    () => {},
    () => {},
  );
}
