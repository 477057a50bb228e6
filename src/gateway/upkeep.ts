import type { Backend } from './backend.ts';

/** Keeps the real databases in step with the records of the service: one thing at a time for each branch. */
export class Upkeep {
  private readonly backend: Backend;
  private readonly failed: (what: string, error: unknown) => void;
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(backend: Backend, failed: (what: string, error: unknown) => void) {
    this.backend = backend;
    this.failed = failed;
  }

  /** Resolves when nothing is under way for the branch. */
  async settled(branchId: string): Promise<void> {
    for (;;) {
      const work = this.underWay.get(branchId);
      if (work === undefined) return;
      await work;
    }
  }

  copied(branchId: string, parentId: string): void {
    // A parent that is a copy itself and not made yet comes first.
    this.queue([branchId, parentId], 'copying a branch', () => this.backend.copyBranch(branchId, parentId));
  }

  dropped(branchId: string): void {
    this.queue([branchId], 'dropping a branch', () => this.backend.dropBranch(branchId));
  }

  databaseRenamed(branchId: string, from: string, to: string): void {
    this.queue([branchId], 'renaming a database', () => this.backend.renameDatabase(branchId, from, to));
  }

  databaseDropped(branchId: string, name: string): void {
    this.queue([branchId], 'dropping a database', () => this.backend.dropDatabase(branchId, name));
  }

  rested(branchId: string): void {
    this.queue([branchId], 'resting a branch', () => this.backend.rest(branchId));
  }

  async end(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay.values());
  }

  private queue(branchIds: readonly string[], what: string, act: () => Promise<void>): void {
    const before = Promise.all(branchIds.map((id) => this.underWay.get(id)));
    const done = before.then(act).catch((error: unknown) => this.failed(what, error));
    for (const id of branchIds) {
      this.underWay.set(id, done);
      void done.then(() => {
        if (this.underWay.get(id) === done) this.underWay.delete(id);
      });
    }
  }
}
