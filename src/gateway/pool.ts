import { type Backend, type BackendLink, type SessionWish, Unavailable } from './backend.ts';
import type { LinkSource } from './proxy-session.ts';
import { after } from './timer.ts';

interface Waiting {
  readonly take: (link: BackendLink) => void;
  readonly refuse: (why: Error) => void;
  readonly inTime: () => void;
}

/** The connections that clients of the pooler share, for one role, one database and one compute. */
export class Pool implements LinkSource {
  private readonly backend: Backend;
  private readonly wish: SessionWish;
  private readonly size: number;
  private readonly waitMs: number;
  private readonly free: BackendLink[] = [];
  private readonly all = new Set<BackendLink>();
  private readonly waiting = new Set<Waiting>();
  private opening = 0;
  private isClosed = false;
  private greeted: Promise<ReadonlyMap<string, string>> | null = null;

  constructor(backend: Backend, wish: SessionWish, size: number, waitMs: number) {
    this.backend = backend;
    this.wish = wish;
    this.size = size;
    this.waitMs = waitMs;
  }

  /** The start-up parameters of a server. Clients that come together open one connection for it, and give it back. */
  greeting(): Promise<ReadonlyMap<string, string>> {
    this.greeted ??= this.acquire().then((link) => {
      this.release(link);
      return link.parameters;
    });
    const { greeted } = this;
    greeted.catch(() => {
      if (this.greeted === greeted) this.greeted = null;
    });
    return greeted;
  }

  /** Gets a connection for a transaction: a free one, a new one, or the next one that is released. */
  acquire(): Promise<BackendLink> {
    if (this.isClosed) return Promise.reject(STOPPED);
    const free = this.free.pop();
    if (free !== undefined) return Promise.resolve(free);
    return new Promise((take, refuse) => {
      const inTime = after(this.waitMs, () => {
        this.waiting.delete(waiting);
        refuse(new Unavailable('08P01', 'query_wait_timeout'));
      });
      const waiting = { take, refuse, inTime };
      this.waiting.add(waiting);
      this.grow();
    });
  }

  /** Gives back a connection that is outside of a transaction. */
  release(link: BackendLink): void {
    if (!this.all.has(link)) return;
    link.listen({ data: () => {}, drained: () => {}, closed: () => this.lose(link) });
    // A slow client may have paused the connection.
    link.resume();
    if (link.cancelling === null) this.offer(link);
    // Postgres can act on a cancel request after its query is over. The next client's query must not be hit by it.
    else link.cancelling.then(() => this.offer(link));
  }

  /** Closes a connection that is gone, or in a state in which no other client can use it. */
  discard(link: BackendLink): void {
    link.close();
    this.lose(link);
  }

  close(): void {
    this.isClosed = true;
    for (const link of this.all) link.close();
    this.all.clear();
    this.free.length = 0;
    for (let next = this.next(); next !== null; next = this.next()) next.refuse(STOPPED);
  }

  private offer(link: BackendLink): void {
    if (!this.all.has(link)) return;
    const next = this.next();
    if (next === null) this.free.push(link);
    else next.take(link);
  }

  private lose(link: BackendLink): void {
    if (!this.all.delete(link)) return;
    const index = this.free.indexOf(link);
    if (index >= 0) this.free.splice(index, 1);
    this.grow();
  }

  private next(): Waiting | null {
    for (const waiting of this.waiting) {
      this.waiting.delete(waiting);
      waiting.inTime();
      return waiting;
    }
    return null;
  }

  /** Opens a connection for a waiting client, if the pool may have one more. */
  private grow(): void {
    if (this.isClosed || this.waiting.size <= this.opening || this.all.size + this.opening >= this.size)
      return;
    this.opening++;
    this.backend.open(this.wish).then(
      (link) => {
        this.opening--;
        if (this.isClosed) {
          link.close();
          return;
        }
        this.all.add(link);
        this.release(link);
      },
      (error: Error) => {
        this.opening--;
        // A waiting client can still get a connection that is in use. If there is none, it would wait in vain.
        if (this.all.size === 0) this.next()?.refuse(error);
        this.grow();
      },
    );
  }
}

const STOPPED = new Unavailable('57P01', 'terminating connection due to administrator command');
