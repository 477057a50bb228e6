import type { Backend } from './backend.ts';

/** Applies changes of the service's records to the real databases, one at a time for each branch. */
export class Upkeep {
  private readonly backend: Backend;
  private readonly onFailure: (what: string, error: unknown) => void;
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(backend: Backend, onFailure: (what: string, error: unknown) => void) {
    this.backend = backend;
    this.onFailure = onFailure;
  }

  /** Resolves when no change of the branch is under way. */
  async settled(branchId: string): Promise<void> {
    for (;;) {
      const work = this.underWay.get(branchId);
      if (work === undefined) return;
      await work;
    }
  }

  copied(branchId: string, parentId: string): void {
    // The parent may be a copy that is still being made, which has to be finished first.
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

  branchIdle(branchId: string): void {
    this.queue([branchId], 'resting a branch', () => this.backend.releaseBranch(branchId));
  }

  async end(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay.values());
  }

  private queue(branchIds: readonly string[], what: string, act: () => Promise<void>): void {
    const before = Promise.all(branchIds.map((id) => this.underWay.get(id)));
    const done = before.then(act).catch((error: unknown) => this.onFailure(what, error));
    for (const id of branchIds) {
      this.underWay.set(id, done);
      void done.then(() => {
        if (this.underWay.get(id) === done) this.underWay.delete(id);
      });
    }
  }
}
