import { type ClientPorts, Histogram, type RefusalKey } from '../../compute/index.ts';
import type { Route } from '../../workload/index.ts';
import type { Agenda, Slot } from '../agenda/agenda.ts';
import type { ClientSource, JobSource, Source } from '../demand/sources.ts';
import { ShortQueries } from '../fast/short-queries.ts';
import { TimerOnlyJobs } from '../fast/timer-only-jobs.ts';
import { EVENT } from '../recorder/event-kinds.ts';
import type { Served } from '../served.ts';
import { ClosedGroups } from './closed-groups.ts';
import { Connections } from './connections.ts';
import { Queries } from './queries.ts';
import { VisitQueue } from './visit-queue.ts';
import { PHASE, Visits } from './visits.ts';

/** The clients of one compute: at its door, in its pooler, in their queries, and between them. */
export class Clients implements ClientPorts<number> {
  readonly visits: Visits;
  readonly groups: ClosedGroups;
  readonly timerOnly: TimerOnlyJobs;
  readonly short: ShortQueries;
  readonly connections: Connections;
  waitingAtDoor = 0;
  waitingInPool = 0;
  readonly wakeWaits = new Histogram();
  readonly poolWaits = new Histogram();
  private readonly door: VisitQueue;
  private readonly poolQueue: VisitQueue;
  private readonly queuedSinceMs: number[] = [];
  private readonly queries: Queries;
  private readonly compute: Served;
  private readonly sources: readonly Source[];
  private readonly agenda: Agenda;

  constructor(
    compute: Served,
    sources: readonly Source[],
    agenda: Agenda,
    startMs: number,
    timerOf: (visit: number) => Slot,
    timerOnlySlot: Slot,
  ) {
    this.compute = compute;
    this.sources = sources;
    this.agenda = agenda;
    this.visits = new Visits(timerOf);
    this.door = new VisitQueue(this.visits, PHASE.held);
    this.poolQueue = new VisitQueue(this.visits, PHASE.queued);
    this.connections = new Connections(compute, agenda);
    this.queries = new Queries(this.visits, compute, agenda);
    this.timerOnly = new TimerOnlyJobs(this, this.queries, compute, agenda, timerOnlySlot);
    this.short = new ShortQueries(this, this.queries, compute, agenda);
    this.groups = new ClosedGroups(this, sources, agenda, startMs);
  }

  /** Queries under way. */
  get busy(): number {
    return this.queries.busy;
  }

  get delays(): Histogram {
    return this.queries.delays;
  }

  /** Begins what has arrived at a source, and what arrives there after it before anything else is due. */
  follow(index: number, job: JobSource, startMs: number): void {
    const { agenda } = this;
    for (;;) {
      const nextMs = job.arrivals.take() - startMs;
      const isOver = job.canBeShort && this.passes(job, nextMs);
      if (isOver && agenda.isFree(nextMs)) {
        agenda.nowMs = nextMs;
        continue;
      }
      agenda.set(job.slot, nextMs);
      if (!isOver) this.arrive(index, job);
      return;
    }
  }

  /** Sessions of a job begin. */
  private arrive(index: number, job: JobSource): void {
    for (let i = 0; i < job.demand.sessions; i++) this.beginJob(index, job);
  }

  /** The visit's timer went off: what it waited for did not come, or its time is over. */
  timer(visit: number): void {
    const { visits, compute } = this;
    switch (visits.phase[visit]) {
      case PHASE.held:
        this.waitingAtDoor--;
        compute.journal.count(EVENT.connectionTimedOut);
        compute.journal.refuse('timeout');
        compute.left();
        this.failed(visit);
        return;
      case PHASE.backingOff:
        this.connect(visit);
        return;
      case PHASE.queued:
        this.waitingInPool--;
        compute.journal.count(EVENT.poolTimedOut);
        compute.journal.refuse('poolWait');
        this.connections.pooled--;
        this.failed(visit);
        return;
      case PHASE.waiting:
        if (!this.queries.run(visit)) this.finish(visit);
        return;
      case PHASE.thinking:
        this.groups.beginRound(visit);
        return;
      case PHASE.failing:
        this.queries.end(visit);
        this.leave(visit);
        return;
      default:
    }
  }

  /** The visit waits at the door, as long as its client does. */
  hold(visit: number): void {
    this.waitingAtDoor++;
    this.door.push(visit);
    this.compute.journal.count(EVENT.connectionHeld);
    this.setTimer(visit, this.sourceOf(visit).demand.client.connectTimeoutMs);
  }

  refuse(visit: number, key: RefusalKey): void {
    this.compute.journal.count(EVENT.connectionRefused);
    this.compute.journal.refuse(key);
    this.failed(visit);
  }

  /** The compute runs: the door opens, in the order of coming. */
  serveWaiting(): void {
    const { nowMs } = this.agenda;
    this.connections.begin();
    for (let visit = this.nextHeld(); visit >= 0; visit = this.nextHeld()) {
      const waitMs = nowMs - (this.visits.bornMs[visit] as number);
      this.wakeWaits.add(waitMs);
      this.compute.apart.delayed(waitMs);
      this.admit(visit);
    }
  }

  refuseWaiting(key: RefusalKey): void {
    for (let visit = this.nextHeld(); visit >= 0; visit = this.nextHeld()) this.refuse(visit, key);
  }

  /** All sessions end at once. Pools do not notice that their idle connections are dead. */
  dropAll(key: RefusalKey, ofLoads: number): void {
    const { visits, compute } = this;
    this.connections.drop(ofLoads);
    for (const source of this.sources) {
      if (source.kind === 'jobs') {
        source.keptDead += source.keptOpen;
        source.keptOpen = 0;
      } else if (source.kind === 'clients') {
        this.groups.die(source);
      }
    }
    this.timerOnly.dropAll(key);
    for (let visit = 0; visit < visits.size; visit++) {
      const phase = visits.phase[visit];
      if (phase === PHASE.waiting || phase === PHASE.onCpu || phase === PHASE.failing) {
        if (phase === PHASE.onCpu) compute.removeFromCpu(visit);
        this.queries.end(visit);
        this.lost(visit, key);
      } else if (phase === PHASE.queued) {
        this.waitingInPool--;
        this.lost(visit, key);
      }
    }
    compute.memory.changed();
  }

  /** Queries that have had their processors by now are done. */
  cpuDue(): void {
    const { cpu } = this.compute;
    const { nowMs } = this.agenda;
    for (let visit = cpu.takeFinished(nowMs); visit >= 0; visit = cpu.takeFinished(nowMs)) this.finish(visit);
  }

  /** The query of a visit is done. */
  finish(visit: number): void {
    this.queries.finish(visit);
    this.leave(visit);
  }

  connect(visit: number): void {
    this.visits.tries[visit] = (this.visits.tries[visit] as number) + 1;
    if (this.compute.accepts) this.admit(visit);
    else this.compute.knock(visit);
  }

  admit(visit: number): void {
    const refused = this.connections.open(this.sourceOf(visit).demand.route);
    if (refused !== null) this.refuse(visit, refused);
    else this.useConnection(visit);
  }

  /** The visit has its connection: to Postgres, or to the pooler, where it still needs one to Postgres. */
  useConnection(visit: number): void {
    const { route, query } = this.sourceOf(visit).demand;
    if (route === 'direct') {
      this.queries.begin(visit, query);
      return;
    }
    if (this.connections.hasRoomForServer) {
      this.connections.openServer();
      this.queries.begin(visit, query);
      return;
    }
    this.compute.journal.count(EVENT.poolQueued);
    this.queuedSinceMs[visit] = this.agenda.nowMs;
    this.waitingInPool++;
    this.poolQueue.push(visit);
    this.setTimer(visit, this.compute.limits.poolWaitMs);
  }

  close(route: Route): void {
    if (route === 'pooler') {
      this.connections.pooled--;
    } else {
      this.connections.direct--;
      this.serveQueue();
    }
    this.compute.memory.changed();
  }

  /** A connection that died with its compute's life is found dead on its next use; a test before use costs no error. */
  foundDead(tested: boolean): void {
    this.compute.journal.count(EVENT.connectionStale, { tested });
    if (!tested) this.compute.journal.refuse('stale');
  }

  beginJob(source: number, job: JobSource): void {
    const { visits } = this;
    const visit = visits.open(source, this.agenda.nowMs);
    visits.cpuMs[visit] = job.cpuMs.take();
    visits.waitMs[visit] = job.waitMs.take();
    if (job.demand.keepsConnection && job.keptOpen > 0) {
      job.keptOpen--;
      this.useConnection(visit);
      return;
    }
    if (job.keptDead > 0) {
      job.keptDead--;
      this.foundDead(false);
    }
    this.connect(visit);
  }

  /** A job is over before the next one arrives or anything else is due. */
  private passes({ demand, keptOpen, keptDead, cpuMs, waitMs }: JobSource, nextMs: number): boolean {
    const { route, query, keepsConnection } = demand;
    const isOpen = keepsConnection && keptOpen > 0;
    // The first job of a client that keeps its connection leaves one open.
    if ((keepsConnection && !isOpen) || (!isOpen && keptDead > 0)) return false;
    if (!this.short.pass(route, isOpen, query, cpuMs.peek(), waitMs.peek(), nextMs)) return false;
    cpuMs.place++;
    waitMs.place++;
    return true;
  }

  /** After a query: the server connection is free for the next, and the client's own is closed or kept. */
  private leave(visit: number): void {
    const source = this.sourceOf(visit);
    if (source.demand.route === 'pooler') {
      this.connections.serverBusy--;
      this.serveQueue();
    }
    if (source.kind === 'clients') this.groups.putBack(source);
    else if (source.demand.keepsConnection) source.keptOpen++;
    else this.close(source.demand.route);
    this.over(visit, source);
  }

  private serveQueue(): void {
    while (this.connections.hasRoomForServer) {
      const visit = this.poolQueue.next();
      if (visit < 0) return;
      this.waitingInPool--;
      this.agenda.clear(this.visits.timer[visit] as number);
      this.poolWaits.add(this.agenda.nowMs - (this.queuedSinceMs[visit] as number));
      this.visits.phase[visit] = PHASE.waiting;
      this.connections.serverBusy++;
      this.queries.begin(visit, this.sourceOf(visit).demand.query);
    }
  }

  /** A connect failed, or a wait for the pooler: tried again after a back-off, or given up. */
  private failed(visit: number): void {
    const { visits, compute } = this;
    const source = this.sourceOf(visit);
    const { retries, backOffMs, backOffFactor } = source.demand.client;
    const tries = visits.tries[visit] as number;
    if (tries <= retries) {
      compute.journal.count(EVENT.connectionRetried);
      visits.phase[visit] = PHASE.backingOff;
      this.setTimer(visit, Math.round(backOffMs * backOffFactor ** (tries - 1)));
      return;
    }
    compute.journal.count(EVENT.connectionGivenUp);
    if (source.kind === 'clients') {
      this.groups.loseSocket(source);
      // Who has just failed does not come back sooner than after a failed connect.
      this.groups.think(visit, source, backOffMs);
    } else {
      visits.close(visit);
    }
  }

  /** The session ended under the client's hands. */
  private lost(visit: number, key: RefusalKey): void {
    const source = this.sourceOf(visit);
    this.compute.journal.count(EVENT.queryDropped);
    this.compute.journal.refuse(key);
    this.agenda.clear(this.visits.timer[visit] as number);
    if (source.kind === 'clients') this.groups.loseSocket(source);
    this.over(visit, source);
  }

  private over(visit: number, source: JobSource | ClientSource): void {
    if (source.kind === 'clients') this.groups.think(visit, source);
    else this.visits.close(visit);
  }

  private nextHeld(): number {
    const visit = this.door.next();
    if (visit < 0) return -1;
    this.waitingAtDoor--;
    this.agenda.clear(this.visits.timer[visit] as number);
    return visit;
  }

  private setTimer(visit: number, afterMs: number): void {
    this.agenda.set(this.visits.timer[visit] as number, this.agenda.nowMs + afterMs);
  }

  private sourceOf(visit: number): JobSource | ClientSource {
    return this.sources[this.visits.source[visit] as number] as JobSource | ClientSource;
  }
}
