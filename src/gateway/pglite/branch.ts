import type { BackendLink, DatabasePlace, SessionRequest } from '../backend.ts';
import type { InstanceFactory } from './instance-factory.ts';
import { SessionMultiplexer } from './session-multiplexer.ts';

/** The open databases of a branch. Tasks that open, close or move them run one at a time, from a queue. */
export class PgliteBranch {
  private readonly multiplexers = new Map<string, SessionMultiplexer>();
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly instances: InstanceFactory,
    private readonly waitLimitMs: number,
  ) {}

  get open(): boolean {
    return [...this.multiplexers.values()].some(({ dead }) => !dead);
  }

  /** Queues a task, which runs after all earlier ones. */
  enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(work);
    this.queue = done.catch(() => undefined);
    return done;
  }

  /** Takes a place in the queue for work outside of it. Resolves when its turn comes, with a function that ends it. */
  reserve(): Promise<() => void> {
    return new Promise((taken) => {
      this.enqueue(() => new Promise<void>((done) => taken(done)));
    });
  }

  /** Opens a session. It waits for its turn at the database outside of the queue, so that other databases can open. */
  async openSession(request: SessionRequest): Promise<BackendLink> {
    const multiplexer = await this.enqueue(() => this.openDatabase(request.place));
    return multiplexer.openSession(request);
  }

  async warm(place: DatabasePlace): Promise<void> {
    await this.enqueue(() => this.openDatabase(place));
  }

  /** Closes a database if it is open. Only for queued tasks. */
  async closeDatabase(database: string): Promise<void> {
    const multiplexer = this.multiplexers.get(database);
    this.multiplexers.delete(database);
    await multiplexer?.close();
  }

  /** Closes all databases. Only for queued tasks. */
  async closeAll(): Promise<void> {
    for (const database of [...this.multiplexers.keys()]) await this.closeDatabase(database);
  }

  /** Does something while no open database is in use and all commits are in their files. Only for queued tasks. */
  async whileIdle<T>(work: () => Promise<T>): Promise<T> {
    const leaves: (() => void)[] = [];
    try {
      for (const multiplexer of this.multiplexers.values()) {
        if (multiplexer.dead) continue;
        leaves.push(await multiplexer.takeTurn());
        await multiplexer.checkpoint();
      }
      return await work();
    } finally {
      for (const leave of leaves) leave();
    }
  }

  private async openDatabase(place: DatabasePlace): Promise<SessionMultiplexer> {
    const open = this.multiplexers.get(place.database);
    if (open !== undefined && !open.dead) return open;
    const multiplexer = new SessionMultiplexer(await this.instances.open(place), this.waitLimitMs);
    try {
      await multiplexer.setOwner(place.database, place.owner);
    } catch (error) {
      await multiplexer.close();
      throw error;
    }
    this.multiplexers.set(place.database, multiplexer);
    return multiplexer;
  }
}
