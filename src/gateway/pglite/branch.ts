import type { BackendLink, DatabasePlace, SessionWish } from '../backend.ts';
import { Desk } from './desk.ts';
import type { Stock } from './stock.ts';

/** The open databases of a branch. Tasks that open, close or move them run one at a time, from a queue. */
export class PgliteBranch {
  private readonly desks = new Map<string, Desk>();
  private line: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly stock: Stock,
    private readonly waitLimitMs: number,
  ) {}

  get open(): boolean {
    return [...this.desks.values()].some(({ dead }) => !dead);
  }

  /** Queues a task, which runs after all earlier ones. */
  inLine<T>(work: () => Promise<T>): Promise<T> {
    const done = this.line.then(work);
    this.line = done.catch(() => undefined);
    return done;
  }

  /** Takes a place in the queue for work outside of it. Resolves when its turn comes, with a function that ends it. */
  place(): Promise<() => void> {
    return new Promise((taken) => {
      this.inLine(() => new Promise<void>((done) => taken(done)));
    });
  }

  /** Opens a session. It waits for its turn at the database outside of the queue, so that other databases can open. */
  async join(wish: SessionWish): Promise<BackendLink> {
    const desk = await this.inLine(() => this.desk(wish.place));
    return desk.join(wish);
  }

  async warm(place: DatabasePlace): Promise<void> {
    await this.inLine(() => this.desk(place));
  }

  /** Closes a database if it is open. Only for queued tasks. */
  async closeDatabase(database: string): Promise<void> {
    const desk = this.desks.get(database);
    this.desks.delete(database);
    await desk?.close();
  }

  /** Closes all databases. Only for queued tasks. */
  async closeAll(): Promise<void> {
    for (const database of [...this.desks.keys()]) await this.closeDatabase(database);
  }

  /** Does something while no open database is in use and all commits are in their files. Only for queued tasks. */
  async still<T>(work: () => Promise<T>): Promise<T> {
    const leaves: (() => void)[] = [];
    try {
      for (const desk of this.desks.values()) {
        if (desk.dead) continue;
        leaves.push(await desk.hold());
        await desk.checkpoint();
      }
      return await work();
    } finally {
      for (const leave of leaves) leave();
    }
  }

  private async desk(place: DatabasePlace): Promise<Desk> {
    const open = this.desks.get(place.database);
    if (open !== undefined && !open.dead) return open;
    const desk = new Desk(await this.stock.open(place), this.waitLimitMs);
    try {
      await desk.own(place.database, place.owner);
    } catch (error) {
      await desk.close();
      throw error;
    }
    this.desks.set(place.database, desk);
    return desk;
  }
}
