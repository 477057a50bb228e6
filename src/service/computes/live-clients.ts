import { type ClientPorts, REFUSALS, type RefusalKey } from '../../compute/index.ts';
import { RANK } from '../../simulator/index.ts';
import type { LiveState, Query } from '../records/live-state.ts';
import type { Alarm } from './alarms.ts';
import { ClientSessions, type Knock } from './client-sessions.ts';
import type { SessionOutcome } from './compute-events.ts';
import type { ComputeHost } from './compute-host.ts';
import { QueriesOnCpu } from './queries-on-cpu.ts';

/** What a session does: nothing, something that needs no CPU such as an open transaction, or a query. */
export type SessionActivity = 'idle' | 'waiting' | 'running';

/** What is done until further notice needs what it needs for ever. */
const NEEDS: Readonly<Record<SessionActivity, Query>> = {
  idle: { cpuMs: 0, waitMs: 0, memoryBytes: 0 },
  waiting: { cpuMs: 0, waitMs: Number.POSITIVE_INFINITY, memoryBytes: 0 },
  running: { cpuMs: Number.POSITIVE_INFINITY, waitMs: 0, memoryBytes: 0 },
};

/** The clients of one compute: who waits at its door, who is in, and the queries that they run. */
export class LiveClients implements ClientPorts<Knock> {
  readonly sessions: ClientSessions;
  private readonly compute: ComputeHost;
  private readonly onCpu: QueriesOnCpu;
  private readonly doorAlarm: Alarm;
  private readonly queryAlarm: Alarm;
  /** Why the client who knocks now is not let in. */
  private refusal: RefusalKey | null = null;

  constructor(compute: ComputeHost, live: LiveState) {
    this.compute = compute;
    this.onCpu = new QueriesOnCpu(compute.core.cpu);
    this.sessions = new ClientSessions(live.sessions, live.waiting);
    this.doorAlarm = compute.alarm(RANK.timeout, () => this.doorTimeout());
    this.queryAlarm = compute.alarm(RANK.ending, () => this.queriesDone());
  }

  saved(): Pick<LiveState, 'sessions' | 'waiting' | 'outsideBusy' | 'queries'> {
    const queries = this.onCpu.saved((id) => !this.sessions.isOutside(id));
    return { ...this.sessions.saved(), queries };
  }

  resume(live: LiveState): void {
    this.onCpu.resume(live.queries, this.compute.nowMs);
    this.arm();
  }

  /** Sets the alarms for whoever gives up next, and whose query ends next. */
  arm(): void {
    this.doorAlarm.set(this.sessions.nextTimeoutMs());
    // The time off the processors begins when those are done with; until then nobody knows when it ends.
    this.queryAlarm.set(this.sessions.nextDoneMs((id) => !this.onCpu.has(id)));
  }

  get waitingAtDoor(): number {
    return this.sessions.waiting;
  }

  get busy(): number {
    return this.sessions.busy;
  }

  /** A client wants in. Why it is refused; null where it is let in or held. */
  knock(knock: Knock): RefusalKey | null {
    this.refusal = null;
    this.compute.core.knock(knock);
    return this.refusal;
  }

  hold(knock: Knock): void {
    this.sessions.hold(knock);
  }

  /** Whoever knocks hears of it at once. */
  refuse(_: Knock, refusal: RefusalKey): void {
    this.refusal = refusal;
  }

  admit(knock: Knock): void {
    const { compute } = this;
    const refusal = this.sessions.admit(knock, compute.limits, compute.core.load.connections, compute.nowMs);
    this.tell(knock.id, refusal === null ? 'connected' : 'refused', refusal);
    this.refusal = refusal;
    if (refusal !== null) return;
    compute.machine.memoryChanged();
    // Its own backend may have been what memory had no room for, and then nobody is there to ask.
    if (!this.sessions.has(knock.id)) return;
    if (knock.leaves || isWorthRunning(knock.query)) this.query(knock.id, knock.query);
  }

  serveWaiting(): void {
    for (const knock of this.sessions.opened()) this.admit(knock);
    this.arm();
  }

  refuseWaiting(refusal: RefusalKey): void {
    for (const { id } of this.sessions.opened()) this.tell(id, 'refused', refusal);
    this.arm();
  }

  /** A session runs a query. One that needs nothing ends what it did before. */
  query(id: string, query: Query): void {
    const { compute } = this;
    const { nowMs } = compute;
    this.onCpu.remove(id, nowMs);
    const takesTime = isWorthRunning(query);
    const busyUntilMs = takesTime ? nowMs + query.cpuMs + query.waitMs : null;
    this.sessions.query(id, busyUntilMs, takesTime ? query.memoryBytes : 0);
    if (!takesTime) this.answered(id);
    if (query.cpuMs > 0) this.onCpu.start(id, query, nowMs);
    compute.core.cpuChanged();
    compute.core.touch();
    compute.machine.memoryChanged();
  }

  /** A session does something until it tells otherwise; false where it is not inside any more. */
  act(id: string, doing: SessionActivity): boolean {
    if (doing !== this.doing(id)) this.query(id, NEEDS[doing]);
    return this.sessions.get(id) !== undefined;
  }

  doing(id: string): SessionActivity {
    if (this.onCpu.has(id)) return 'running';
    return (this.sessions.get(id)?.busyUntilMs ?? null) === null ? 'idle' : 'waiting';
  }

  leave(id: string): boolean {
    const wasBusy = this.doing(id) !== 'idle';
    this.onCpu.remove(id, this.compute.nowMs);
    if (!this.sessions.leave(id)) return false;
    this.compute.core.cpuChanged();
    // Whoever goes in the middle of a query ends it, and inactivity counts from there.
    if (wasBusy) this.compute.core.touch();
    this.tell(id, 'closed');
    return true;
  }

  dropAll(why: RefusalKey, ofLoad: number): void {
    const { id: computeId, nowMs, core } = this.compute;
    const connections = this.sessions.size + ofLoad;
    for (const id of this.sessions.drop()) this.tell(id, 'dropped', why);
    this.onCpu.clear(nowMs);
    core.cpuChanged();
    this.arm();
    if (connections > 0) this.compute.tell({ kind: 'dropped', computeId, atMs: nowMs, connections });
  }

  /**
   * Another world comes in place of this one, and takes no sockets along. Nothing else of this one changes any more.
   */
  dropOutside(): void {
    for (const id of this.sessions.dropOutside()) this.tell(id, 'dropped', 'dropped');
  }

  /** Queries that have had their processors go on with what they need beside. */
  cpuDue(): void {
    const { nowMs } = this.compute;
    for (const { sessionId, waitMs, memoryBytes } of this.onCpu.finished(nowMs))
      this.sessions.query(sessionId, nowMs + waitMs, memoryBytes);
    this.arm();
  }

  end(): void {
    this.doorAlarm.release();
    this.queryAlarm.release();
  }

  private queriesDone(): void {
    for (const id of this.sessions.done(this.compute.nowMs)) {
      if (this.onCpu.has(id)) continue;
      this.sessions.query(id, null, 0);
      this.answered(id);
    }
    this.arm();
    if (this.compute.core.accepts) this.compute.core.send('activity');
    this.compute.machine.memoryChanged();
  }

  private answered(id: string): void {
    this.tell(id, 'done');
    if (this.sessions.get(id)?.leaves) this.leave(id);
  }

  private doorTimeout(): void {
    for (const id of this.sessions.timedOut(this.compute.nowMs)) this.tell(id, 'refused', 'timeout');
    this.arm();
    this.compute.core.send('disconnect');
  }

  private tell(sessionId: string, outcome: SessionOutcome, refusal: RefusalKey | null = null): void {
    const { id, nowMs } = this.compute;
    const why = refusal === null ? null : REFUSALS[refusal];
    this.compute.tell({ kind: 'session', computeId: id, atMs: nowMs, sessionId, outcome, why });
  }
}

function isWorthRunning({ cpuMs, waitMs }: Query): boolean {
  return cpuMs + waitMs > 0;
}
