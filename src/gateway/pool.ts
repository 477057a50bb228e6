import { type Backend, type BackendLink, type SessionRequest, Unavailable } from './backend.ts';
import type { LinkSource } from './proxy-session.ts';
import { timerAfter } from './timer.ts';

interface Waiting {
  readonly resolve: (link: BackendLink) => void;
  readonly reject: (why: Error) => void;
  readonly cancelTimeout: () => void;
}

/** The connections that clients of the pooler share, for one role, one database and one compute. */
export class Pool implements LinkSource {
  private readonly backend: Backend;
  private readonly request: SessionRequest;
  private readonly size: number;
  private readonly waitMs: number;
  private readonly free: BackendLink[] = [];
  private readonly all = new Set<BackendLink>();
  private readonly waiting = new Set<Waiting>();
  private opening = 0;
  private isClosed = false;
  private parameters: Promise<ReadonlyMap<string, string>> | null = null;

  constructor(backend: Backend, request: SessionRequest, size: number, waitMs: number) {
    this.backend = backend;
    this.request = request;
    this.size = size;
    this.waitMs = waitMs;
  }

  /** The start-up parameters of a server. Clients that come together open one connection for it, and give it back. */
  serverParameters(): Promise<ReadonlyMap<string, string>> {
    this.parameters ??= this.acquire().then((link) => {
      this.release(link);
      return link.parameters;
    });
    const { parameters } = this;
    parameters.catch(() => {
      if (this.parameters === parameters) this.parameters = null;
    });
    return parameters;
  }

  /** Gets a connection for a transaction: a free one, a new one, or the next one that is released. */
  acquire(): Promise<BackendLink> {
    if (this.isClosed) return Promise.reject(STOPPED);
    const free = this.free.pop();
    if (free !== undefined) return Promise.resolve(free);
    return new Promise((resolve, reject) => {
      const cancelTimeout = timerAfter(this.waitMs, () => {
        this.waiting.delete(waiting);
        reject(new Unavailable('08P01', 'query_wait_timeout'));
      });
      const waiting = { resolve, reject, cancelTimeout };
      this.waiting.add(waiting);
      this.grow();
    });
  }

  /** Gives back a connection that is outside of a transaction. */
  release(link: BackendLink): void {
    if (!this.all.has(link)) return;
    link.listen({ data: () => {}, drained: () => {}, closed: () => this.remove(link) });
    // A slow client may have paused the connection.
    link.resume();
    if (link.cancelling === null) this.offer(link);
    // Postgres can act on a cancel request after its query is over. The next client's query must not be hit by it.
    else link.cancelling.then(() => this.offer(link));
  }

  /** Closes a connection that is gone, or in a state in which no other client can use it. */
  discard(link: BackendLink): void {
    link.close();
    this.remove(link);
  }

  close(): void {
    this.isClosed = true;
    for (const link of this.all) link.close();
    this.all.clear();
    this.free.length = 0;
    for (let next = this.nextWaiting(); next !== null; next = this.nextWaiting()) next.reject(STOPPED);
  }

  private offer(link: BackendLink): void {
    if (!this.all.has(link)) return;
    const next = this.nextWaiting();
    if (next === null) this.free.push(link);
    else next.resolve(link);
  }

  private remove(link: BackendLink): void {
    if (!this.all.delete(link)) return;
    const index = this.free.indexOf(link);
    if (index >= 0) this.free.splice(index, 1);
    this.grow();
  }

  private nextWaiting(): Waiting | null {
    for (const waiting of this.waiting) {
      this.waiting.delete(waiting);
      waiting.cancelTimeout();
      return waiting;
    }
    return null;
  }

  /** Opens a connection for a waiting client, if the pool may have one more. */
  private grow(): void {
    if (this.isClosed || this.waiting.size <= this.opening || this.all.size + this.opening >= this.size)
      return;
    this.opening++;
    this.backend.open(this.request).then(
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
        if (this.all.size === 0) this.nextWaiting()?.reject(error);
        this.grow();
      },
    );
  }
}

const STOPPED = new Unavailable('57P01', 'terminating connection due to administrator command');
