import { type Backend, type BackendLink, type SessionWish, Unavailable } from './backend.ts';
import type { LinkSource } from './proxy-session.ts';
import { after } from './timer.ts';

interface Waiting {
  readonly take: (link: BackendLink) => void;
  readonly refuse: (why: Error) => void;
  readonly inTime: () => void;
}

/** The connections that clients of the pooler share: of one role to one database through one compute. */
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

  /** What a server says of itself at its start. Clients that come together have one opened for it, and none keeps it. */
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

  /** A connection for a transaction: a free one, a new one, or the next that comes back. */
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

  /** It is between transactions, and free for the next. */
  release(link: BackendLink): void {
    if (!this.all.has(link)) return;
    link.listen({ data: () => {}, drained: () => {}, closed: () => this.lose(link) });
    // Whoever had it may have been slow to take its answers.
    link.resume();
    if (link.cancelling === null) this.offer(link);
    // Postgres signals a cancel twice, and the second may come when the query is over: nobody else is to be hit by it.
    else link.cancelling.then(() => this.offer(link));
  }

  /** It is in no state that anybody else could use, or gone. */
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

  /** Opens a connection for those who wait, if one more is allowed. */
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
        // Whoever waits for one that is in use gets that one; with none in use, waiting would be for nothing.
        if (this.all.size === 0) this.next()?.refuse(error);
        this.grow();
      },
    );
  }
}

const STOPPED = new Unavailable('57P01', 'terminating connection due to administrator command');
