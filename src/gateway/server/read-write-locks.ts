/** Read-write locks by key: many tasks run together, or one alone, in the order in which they were requested. */
export class ReadWriteLocks {
  private readonly ends = new Map<string, Ends>();

  together<T>(key: string, work: () => Promise<T>): Promise<T> {
    const ends = this.endsOf(key);
    const done = ends.alone.then(work);
    ends.together = Promise.all([ends.together, settled(done)]);
    return done;
  }

  alone<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const all = keys.map((key) => this.endsOf(key));
    const done = Promise.all(all.flatMap((ends) => [ends.alone, ends.together])).then(work);
    for (const ends of all) ends.alone = settled(done);
    return done;
  }

  private endsOf(key: string): Ends {
    let ends = this.ends.get(key);
    if (ends === undefined) {
      ends = { alone: Promise.resolve(), together: Promise.resolve() };
      this.ends.set(key, ends);
    }
    return ends;
  }
}

/** Promises that resolve when all tasks so far are done, and are never rejected. */
interface Ends {
  alone: Promise<unknown>;
  together: Promise<unknown>;
}

function settled(work: Promise<unknown>): Promise<void> {
  return work.then(
    () => {},
    () => {},
  );
}
