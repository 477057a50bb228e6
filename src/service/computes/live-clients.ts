import {
  type BesideNeeds,
  type ClientOwner,
  type ClientReport,
  REFUSALS,
  type RefusalKey,
  type Route,
  VISIT_PHASE,
} from '../../compute/index.ts';
import { present } from '../../problem/index.ts';
import { RANK } from '../../simulator/index.ts';
import { type LiveState, NO_QUERY, type Query } from '../records/live-state.ts';
import type { Alarm } from './alarms.ts';
import type { ClientSession, Knock, SessionActivity } from './client-session.ts';
import type { SessionOutcome } from './compute-events.ts';
import type { ComputeHost } from './compute-host.ts';
import { interruptionLog } from './interruption-log.ts';
import { type Guests, LiveGuests } from './live-guests.ts';
import { restoreVisit, savedClients } from './saved-sessions.ts';
import { type OpenSession, QUERY_OF_ACTIVITY, sessionActivity, shownSession } from './session-activity.ts';

/**
 * The clients of one compute of the service, by their ids: who waits, who is in, and the queries that they run. A
 * visit without a session is of a guest, a client of a scenario. Its owner decides what it does, and hears of all.
 */
export class LiveClients implements ClientOwner {
  readonly log: ClientReport;
  private readonly compute: ComputeHost;
  private readonly sessions: (ClientSession | undefined)[] = [];
  private readonly visits = new Map<string, number>();
  private readonly alarms = new Map<number, Alarm>();
  /** The client who knocks now, and why it is not let in. */
  private knocking = -1;
  private guests: LiveGuests | null = null;
  private refusal: RefusalKey | null = null;

  constructor(compute: ComputeHost) {
    this.compute = compute;
    this.log = interruptionLog(compute);
  }

  /** How many wait to be let in, how many are in, and how many of these have a query under way. */
  get waiting(): number {
    return this.compute.core.clients.waitingForStart;
  }

  get size(): number {
    const { direct, pooled } = this.compute.core.clients.connections;
    return direct + pooled;
  }

  get busy(): number {
    return this.compute.core.clients.busy;
  }

  has(id: string): boolean {
    return this.visits.has(id);
  }

  /** A client is in. */
  isOpen(id: string): boolean {
    return (this.find(id)?.openedAtMs ?? null) !== null;
  }

  isOutside(id: string): boolean {
    return this.find(id)?.outside === true;
  }

  /** All ids, of those who wait too. */
  ids(): readonly string[] {
    return [...this.visits.keys()];
  }

  /** Sessions, and guests that ask. The idle connections of guests belong to nobody in particular. */
  open(): readonly OpenSession[] {
    const { visits } = this.compute.core.clients;
    return this.all().flatMap((visit) => {
      const outside = this.sessions[visit]?.outside ?? true;
      return shownSession(visit, { ...this.at(visit), outside }, visits) ?? [];
    });
  }

  /** A client wants in. Why it is refused; null where it is let in or held. */
  knock({ id, pooled, untilMs, query, leaves, outside = false }: Knock): RefusalKey | null {
    const { core, nowMs } = this.compute;
    const visit = core.clients.visits.open(nowMs);
    this.register(visit, { id, pooled, outside, leaves, untilMs, openedAtMs: null, query });
    this.knocking = visit;
    this.refusal = null;
    core.clients.connect(visit);
    this.knocking = -1;
    return this.refusal;
  }

  /** A session asks a query, and whatever it did before ends. One that needs nothing does only that. */
  query(id: string, query: Query): void {
    const visit = present(this.visits.get(id), 'who asks has a session');
    this.compute.core.clients.stop(visit);
    if (isWorthRunning(query)) this.ask(visit, query);
    else this.done(visit);
  }

  /** A session does something until it tells otherwise; false where it is not inside any more. */
  act(id: string, doing: SessionActivity): boolean {
    const { visits } = this.compute.core.clients;
    if (doing !== sessionActivity(this.visits.get(id) ?? -1, visits))
      this.query(id, QUERY_OF_ACTIVITY[doing]);
    return this.has(id);
  }

  /** A client goes; false if there is none of that id. */
  leave(id: string): boolean {
    const visit = this.visits.get(id);
    if (visit === undefined) return false;
    const { clients } = this.compute.core;
    clients.stop(visit);
    if (this.at(visit).openedAtMs !== null) clients.close(this.routeOf(visit));
    this.end(visit, 'closed');
    return true;
  }

  /** The clients of a scenario come from now on. */
  receive(guests: Guests): void {
    this.guests = new LiveGuests(guests, this.compute, (...event) => this.tell(...event));
  }

  /**
   * Another world comes in place of this one, and takes no sockets along. Nothing else of this one changes any more.
   */
  tellOutsideDropped(): void {
    for (const visit of this.visits.values())
      if (this.at(visit).outside) this.tell(this.at(visit).id, 'dropped', 'dropped');
  }

  // The members below are for the compute.

  routeOf(visit: number): Route {
    const session = this.sessions[visit];
    if (session === undefined) return this.guest.owner.routeOf(visit);
    return session.pooled ? 'pooler' : 'direct';
  }

  needsOf(visit: number): BesideNeeds {
    return this.sessions[visit]?.query ?? this.guest.owner.needsOf(visit);
  }

  connectTimeoutMs(visit: number): number {
    const session = this.sessions[visit];
    if (session === undefined) return this.guest.owner.connectTimeoutMs(visit);
    return session.untilMs - this.compute.nowMs;
  }

  setTimer(visit: number, atMs: number): void {
    this.alarmOf(visit).set(atMs);
  }

  clearTimer(visit: number): void {
    this.alarmOf(visit).clear();
  }

  /** Only guests wait for a time of their own while they are away. */
  timer(visit: number): void {
    this.guest.owner.timer(visit);
  }

  connected(visit: number): void {
    const session = this.sessions[visit];
    if (session === undefined) {
      this.guest.connected(visit);
      return;
    }
    const { core, nowMs } = this.compute;
    session.openedAtMs = nowMs;
    core.clients.visits.phase[visit] = VISIT_PHASE.away;
    this.tell(session.id, 'connected');
    if (session.leaves || isWorthRunning(session.query)) this.ask(visit, session.query);
  }

  /** Whoever knocks at a compute that does not run hears of its refusal at once, and needs no event. */
  failed(visit: number, key: RefusalKey): void {
    if (this.sessions[visit] === undefined) {
      this.guest.failed(visit, key);
      return;
    }
    const outcome = this.at(visit).openedAtMs === null ? 'refused' : 'dropped';
    const isSilent = visit === this.knocking && !this.compute.core.accepts;
    if (visit === this.knocking) this.refusal = key;
    this.end(visit, isSilent ? null : outcome, key);
  }

  done(visit: number): void {
    const session = this.sessions[visit];
    const { clients } = this.compute.core;
    const isFailed = this.phaseOf(visit) === VISIT_PHASE.failing;
    if (session === undefined) {
      this.guest.done(visit, isFailed);
      return;
    }
    clients.visits.phase[visit] = VISIT_PHASE.away;
    session.query = NO_QUERY;
    this.compute.core.touch();
    this.tell(session.id, 'done', isFailed ? 'diskFull' : null);
    // Whoever hears of it may have made it leave or ask already.
    if (!session.leaves || this.sessions[visit] !== session) return;
    clients.closeAfterQuery(visit);
    this.end(visit, 'closed');
  }

  lost(visit: number, key: RefusalKey): void {
    if (this.sessions[visit] === undefined) this.guest.lost(visit, key);
    else this.end(visit, 'dropped', key);
  }

  cut(key: RefusalKey): void {
    for (const visit of [...this.visits.values()])
      if (this.phaseOf(visit) === VISIT_PHASE.away) this.end(visit, 'dropped', key);
    this.guests?.owner.cut(key);
  }

  // The members below are for the store.

  /**
   * What outlives the process: sockets do not, and neither do those who live in them. A guest is saved as a client that
   * leaves when its query is done. Idle connections of guests are closed.
   */
  saved(): Pick<LiveState, 'sessions' | 'waiting' | 'poolQueue' | 'outsideBusy' | 'refusesUntil'> {
    const { clients } = this.compute.core;
    const all = this.all().map((visit) => ({
      visit,
      session: this.at(visit),
      timerAtMs: this.timerAtMs(visit),
    }));
    const poolQueue = clients.savedQueue().filter(({ visit }) => !this.at(visit).outside);
    return { ...savedClients(all, clients.visits), poolQueue, refusesUntil: clients.admission.saved() };
  }

  resume({ sessions, waiting, poolQueue, refusesUntil }: LiveState): void {
    const { clients } = this.compute.core;
    const { visits } = clients;
    visits.reopen([...sessions, ...waiting].map(({ visit }) => visit));
    for (const saved of sessions) {
      const { visit, id, pooled, leaves, openedAtMs, query, timerMs } = saved;
      this.register(visit, { id, pooled, outside: false, leaves, untilMs: 0, openedAtMs, query });
      restoreVisit(saved, visits);
      if (timerMs !== null) this.setTimer(visit, timerMs);
    }
    for (const { visit, query, bornMs, untilMs, ...knock } of waiting) {
      this.register(visit, { ...knock, outside: false, untilMs, openedAtMs: null, query });
      visits.bornMs[visit] = bornMs;
      this.setTimer(visit, untilMs);
    }
    const inside = sessions.map(({ visit }) => visit);
    const held = waiting.map(({ visit }) => visit);
    clients.resume(inside, held, poolQueue);
    clients.admission.resume(refusesUntil);
  }

  /** Jobs on the processors that belong to sockets of a process that has ended, end too. */
  endJobsOfOthers(): void {
    const { core, nowMs } = this.compute;
    for (const { job } of core.cpu.saved().jobs)
      if (this.sessions[job] === undefined) core.cpu.remove(job, nowMs);
  }

  /** The compute is gone for good. */
  release(): void {
    for (const alarm of this.alarms.values()) alarm.release();
    this.guests?.end();
  }

  /** Groups with sessions, and guests that wait for a connection or have a query. */
  private all(): readonly number[] {
    const guests = this.guests?.asking((visit) => this.sessions[visit] === undefined);
    return [...this.visits.values(), ...(guests ?? [])];
  }

  private get guest(): LiveGuests {
    return present(this.guests, 'a visit without a session is of a guest');
  }

  private ask(visit: number, query: Query): void {
    const { core, nowMs } = this.compute;
    const { visits } = core.clients;
    const session = this.at(visit);
    session.query = query;
    visits.bornMs[visit] = nowMs;
    visits.cpuMs[visit] = query.cpuMs;
    visits.waitMs[visit] = query.waitMs;
    // Clients from outside have a pooler of their own, which has given them a server connection already.
    if (session.outside && session.pooled) core.clients.useOwnServer(visit);
    else core.clients.use(visit);
  }

  private register(visit: number, session: ClientSession): void {
    const { visits } = this.compute.core.clients;
    this.sessions[visit] = session;
    this.visits.set(session.id, visit);
    visits.cpuMs[visit] = session.query.cpuMs;
    visits.waitMs[visit] = session.query.waitMs;
  }

  /** A client is gone; null: nobody is told. */
  private end(visit: number, outcome: SessionOutcome | null, key: RefusalKey | null = null): void {
    const { id } = this.at(visit);
    this.sessions[visit] = undefined;
    this.visits.delete(id);
    this.compute.core.clients.visits.close(visit);
    if (outcome !== null) this.tell(id, outcome, key);
  }

  private alarmOf(visit: number): Alarm {
    const { alarms, compute } = this;
    const known = alarms.get(visit);
    if (known !== undefined) return known;
    const alarm = compute.alarm(RANK.timeout, () => compute.core.clients.timer(visit));
    alarms.set(visit, alarm);
    return alarm;
  }

  /** Infinity: the timer is not set. */
  private timerAtMs(visit: number): number {
    return this.alarms.get(visit)?.atMs ?? Number.POSITIVE_INFINITY;
  }

  private find(id: string): ClientSession | undefined {
    const visit = this.visits.get(id);
    return visit === undefined ? undefined : this.sessions[visit];
  }

  private at(visit: number): ClientSession {
    return this.sessions[visit] ?? this.guest.sessionOf(visit, this.timerAtMs(visit));
  }

  private phaseOf(visit: number): number | undefined {
    return this.compute.core.clients.visits.phase[visit];
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
