import { createDoor, type RefusalKey } from '../../compute/index.ts';
import { present } from '../../problem/index.ts';
import type { Limits } from '../../simulator/index.ts';
import type { LiveState, SavedSession, SavedWaiting } from '../records/live-state.ts';

/** A client that wants in: through the pooler or not, how long it waits, and what it asks first. */
export interface Knock extends SavedWaiting {
  /** It lives in a socket of this process: nobody knows when its queries end, and with the process it is gone. */
  readonly outside?: boolean;
}

/** The clients of one compute: those at its door, and those inside with what they do. */
export class ClientSessions {
  private readonly door = createDoor<string>();
  private readonly knocks = new Map<string, Knock>();
  private readonly open = new Map<string, SavedSession>();
  private readonly fromOutside = new Map<string, SavedSession>();

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
    return this.open.size + this.fromOutside.size;
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
    return this.open.get(id) ?? this.fromOutside.get(id);
  }

  isOutside(id: string): boolean {
    return this.fromOutside.has(id);
  }

  all(): readonly SavedSession[] {
    return [...this.open.values(), ...this.fromOutside.values()];
  }

  allWaiting(): readonly Knock[] {
    return [...this.knocks.values()];
  }

  /** What outlives the process: sockets do not, and neither do those who live in them. */
  saved(): Pick<LiveState, 'sessions' | 'waiting' | 'outsideBusy'> {
    return {
      sessions: [...this.open.values()],
      waiting: this.allWaiting().filter(({ outside }) => outside !== true),
      outsideBusy: this.isOutsideBusy(),
    };
  }

  has(id: string): boolean {
    return this.get(id) !== undefined || this.knocks.has(id);
  }

  hold(knock: Knock): void {
    this.knocks.set(knock.id, knock);
    this.door.hold(knock.id, knock.untilMs);
  }

  /** Connections of Postgres itself: the direct ones, and those of the pooler that run something. */
  backends(poolSize: number): number {
    return this.size - this.pooled + Math.min(this.pooledBusy, poolSize);
  }

  /** Lets a client in, or says why not. `taken` is what the load holds of the connections. */
  admit(knock: Knock, limits: Limits, taken: number, nowMs: number): RefusalKey | null {
    const full = knock.pooled
      ? this.pooled >= limits.pooledClients
      : this.backends(limits.poolSize) + taken >= limits.clientConnections;
    if (full) return knock.pooled ? 'pooledClients' : 'connections';
    const { id, pooled, leaves, outside } = knock;
    const session = { id, pooled, openedAtMs: nowMs, busyUntilMs: null, memoryBytes: 0, leaves };
    (outside ? this.fromOutside : this.open).set(id, session);
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
    const before = present(this.get(id), 'who asks has a session');
    const session = { ...before, busyUntilMs, memoryBytes };
    this.count(before, -1);
    (this.isOutside(id) ? this.fromOutside : this.open).set(id, session);
    this.count(session, 1);
  }

  /** Those whose query has ended by now. */
  done(nowMs: number): string[] {
    return [...this.open.values()]
      .filter(({ busyUntilMs }) => busyUntilMs !== null && busyUntilMs <= nowMs)
      .map(({ id }) => id);
  }

  /** A client goes; false where it was neither inside nor at the door. */
  leave(id: string): boolean {
    const session = this.get(id);
    if (session !== undefined) {
      this.count(session, -1);
      return this.open.delete(id) || this.fromOutside.delete(id);
    }
    this.knocks.delete(id);
    return this.door.leave(id);
  }

  /** All who are inside are cut off. */
  drop(): string[] {
    const ids = [...this.open.keys(), ...this.fromOutside.keys()];
    this.open.clear();
    this.fromOutside.clear();
    this.pooled = 0;
    this.running = 0;
    this.pooledBusy = 0;
    this.bytes = 0;
    return ids;
  }

  /** Those from outside are cut off, inside and at the door. */
  dropOutside(): string[] {
    const atDoor = this.allWaiting().filter(({ outside }) => outside);
    const ids = [...this.fromOutside.keys(), ...atDoor.map(({ id }) => id)];
    for (const id of ids) this.leave(id);
    return ids;
  }

  nextTimeoutMs(): number {
    return this.door.nextTimeoutMs() ?? Number.POSITIVE_INFINITY;
  }

  /** When the first query ends of those that count. Nobody knows it of those from outside. */
  nextDoneMs(counts: (id: string) => boolean): number {
    let nextMs = Number.POSITIVE_INFINITY;
    if (this.running === 0) return nextMs;
    for (const { id, busyUntilMs } of this.open.values())
      if (busyUntilMs !== null && busyUntilMs < nextMs && counts(id)) nextMs = busyUntilMs;
    return nextMs;
  }

  private isOutsideBusy(): boolean {
    for (const { busyUntilMs } of this.fromOutside.values()) if (busyUntilMs !== null) return true;
    return false;
  }

  private count({ pooled, busyUntilMs, memoryBytes }: SavedSession, by: 1 | -1): void {
    if (pooled) this.pooled += by;
    this.bytes += by * memoryBytes;
    if (busyUntilMs === null) return;
    this.running += by;
    if (pooled) this.pooledBusy += by;
  }
}
