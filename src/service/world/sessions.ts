import { createDoor } from '../../compute/index.ts';
import type { Limits, RefusalKey } from '../../engine/index.ts';
import { present } from '../../problem/index.ts';
import type { SavedSession, SavedWaiting } from '../records/live-state.ts';

/** A client that wants in: through the pooler or not, how long it waits, and what it asks first. */
export type Knock = SavedWaiting;

/** The clients of one compute: those at its door, and those inside with what they do. */
export class Sessions {
  private readonly door = createDoor<string>();
  private readonly knocks = new Map<string, Knock>();
  private readonly open = new Map<string, SavedSession>();

  /** Of those inside: how many came through the pooler, how many run something, and how many are both. */
  private pooled = 0;
  private running = 0;
  private pooledBusy = 0;
  private bytes = 0;

  constructor(open: readonly SavedSession[] = [], waiting: readonly SavedWaiting[] = []) {
    for (const session of open) {
      this.open.set(session.id, session);
      this.count(session, 1);
    }
    for (const knock of waiting) this.hold(knock);
  }

  get size(): number {
    return this.open.size;
  }

  get waiting(): number {
    return this.door.waiting;
  }

  get busy(): number {
    return this.running;
  }

  /** What their queries hold. */
  get memoryBytes(): number {
    return this.bytes;
  }

  get(id: string): SavedSession | undefined {
    return this.open.get(id);
  }

  all(): readonly SavedSession[] {
    return [...this.open.values()];
  }

  allWaiting(): readonly SavedWaiting[] {
    return [...this.knocks.values()];
  }

  has(id: string): boolean {
    return this.open.has(id) || this.knocks.has(id);
  }

  hold(knock: Knock): void {
    this.knocks.set(knock.id, knock);
    this.door.hold(knock.id, knock.untilMs);
  }

  /** Connections of Postgres itself: the direct ones, and those of the pooler that run something. */
  backends(poolSize: number): number {
    return this.open.size - this.pooled + Math.min(this.pooledBusy, poolSize);
  }

  /** Lets a client in, or says why not. `taken` is what the load holds of the connections. */
  admit(knock: Knock, limits: Limits, taken: number, nowMs: number): RefusalKey | null {
    const full = knock.pooled
      ? this.pooled >= limits.pooledClients
      : this.backends(limits.poolSize) + taken >= limits.clientConnections;
    if (full) return knock.pooled ? 'pooledClients' : 'connections';
    const { id, pooled, leaves } = knock;
    const session = { id, pooled, openedAtMs: nowMs, busyUntilMs: null, memoryBytes: 0, leaves };
    this.open.set(id, session);
    this.count(session, 1);
    return null;
  }

  /** Everyone at the door, in the order in which they came. */
  opened(): Knock[] {
    const knocks = this.door.open().map((id) => present(this.knocks.get(id), 'who waits has knocked'));
    this.knocks.clear();
    return knocks;
  }

  timedOut(nowMs: number): string[] {
    const ids = this.door.timeOut(nowMs).map(({ client }) => client);
    for (const id of ids) this.knocks.delete(id);
    return ids;
  }

  /** What a session does from now on, and the memory that it has for it; null: nothing. */
  query(id: string, busyUntilMs: number | null, memoryBytes: number): void {
    const before = present(this.open.get(id), 'who asks has a session');
    const session = { ...before, busyUntilMs, memoryBytes };
    this.count(before, -1);
    this.open.set(id, session);
    this.count(session, 1);
  }

  /** Those whose query has ended by now. */
  done(nowMs: number): string[] {
    return this.all()
      .filter(({ busyUntilMs }) => busyUntilMs !== null && busyUntilMs <= nowMs)
      .map(({ id }) => id);
  }

  /** A client goes; false where it was neither inside nor at the door. */
  leave(id: string): boolean {
    const session = this.open.get(id);
    if (session !== undefined) {
      this.count(session, -1);
      return this.open.delete(id);
    }
    this.knocks.delete(id);
    return this.door.leave(id);
  }

  /** All who are inside are cut off. */
  drop(): string[] {
    const ids = [...this.open.keys()];
    this.open.clear();
    this.pooled = 0;
    this.running = 0;
    this.pooledBusy = 0;
    this.bytes = 0;
    return ids;
  }

  nextTimeoutMs(): number {
    return this.door.nextTimeoutMs() ?? Number.POSITIVE_INFINITY;
  }

  /** When the first query ends of those that count. */
  nextDoneMs(counts: (id: string) => boolean): number {
    let nextMs = Number.POSITIVE_INFINITY;
    if (this.running === 0) return nextMs;
    for (const { id, busyUntilMs } of this.open.values())
      if (busyUntilMs !== null && busyUntilMs < nextMs && counts(id)) nextMs = busyUntilMs;
    return nextMs;
  }

  private count({ pooled, busyUntilMs, memoryBytes }: SavedSession, by: 1 | -1): void {
    if (pooled) this.pooled += by;
    this.bytes += by * memoryBytes;
    if (busyUntilMs === null) return;
    this.running += by;
    if (pooled) this.pooledBusy += by;
  }
}
