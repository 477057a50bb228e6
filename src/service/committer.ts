import type { RecordWrite, Store } from './store/store.ts';

/**
 * Writes changes to the store, one batch after another. Changes that happen while a batch is being written share the
 * next one, so that many writers share one transaction.
 */
export class Committer {
  private gathering: Promise<void> | null = null;
  private writing: Promise<void> = Promise.resolve();
  private failure: unknown = null;
  private readonly store: Store;
  private readonly pause: () => Promise<void>;
  private readonly takeChanges: () => RecordWrite[];
  private readonly failed: (error: unknown) => void;

  /** `pause` waits until requests that arrived at the same time have made their changes. */
  constructor(
    store: Store,
    pause: () => Promise<void>,
    takeChanges: () => RecordWrite[],
    failed: (error: unknown) => void,
  ) {
    this.store = store;
    this.pause = pause;
    this.takeChanges = takeChanges;
    this.failed = failed;
  }

  /** Resolves when all changes so far are in the store. */
  commit(): Promise<void> {
    if (this.failure !== null) return Promise.reject(this.failure);
    this.gathering ??= this.gather();
    return this.gathering;
  }

  private async gather(): Promise<void> {
    await this.writing;
    await this.pause();
    this.gathering = null;
    this.writing = this.write();
    await this.writing;
  }

  private async write(): Promise<void> {
    try {
      const changes = this.takeChanges();
      if (changes.length > 0) await this.store.write(changes);
    } catch (error) {
      // From now on, memory is ahead of the store. No caller may get a success any more, and the service ends.
      this.failure = error;
      this.failed(error);
      throw error;
    }
  }
}
