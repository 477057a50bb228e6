import { SECOND_MS } from '../facts/index.ts';
import type { ClientRules } from '../workload/index.ts';
import type { Agenda } from './agenda.ts';
import { EVENT } from './event-kinds.ts';
import { Fifo } from './fifo.ts';
import { Histogram } from './histogram.ts';
import { KIND } from './kinds.ts';
import { RANK } from './ranks.ts';
import type { RefusalKey } from './refusals.ts';
import type { Served } from './served.ts';
import type { ClientSource, JobSource, Source } from './sources.ts';
import { PHASE, Visits } from './visits.ts';

/** The clients of one compute: at its door, in its pooler, in their queries, and between them. */
export class Clients {
  readonly visits: Visits;
  /** Direct connections that are open, server connections of the pooler in use, clients of the pooler. */
  direct = 0;
  serverBusy = 0;
  pooled = 0;
  /** Queries under way. */
  busy = 0;
  waitingAtDoor = 0;
  peakConnections = 0;
  peakPooled = 0;
  /** Connections in the first second after a wake, of the wake that had most. */
  mostInFirstSecond = 0;
  readonly delays = new Histogram();
  readonly wakeWaits = new Histogram();
  readonly poolWaits = new Histogram();
  private inFirstSecond = 0;
  private runsSinceMs = Number.NEGATIVE_INFINITY;
  private readonly door = new Fifo();
  private readonly poolQueue = new Fifo();
  private readonly compute: Served;
  private readonly sources: readonly Source[];
  private readonly agenda: Agenda;

  constructor(compute: Served, sources: readonly Source[], agenda: Agenda, claim: (slot: number) => void) {
    this.compute = compute;
    this.sources = sources;
    this.agenda = agenda;
    this.visits = new Visits((visit) => {
      const slot = agenda.slot(RANK.timeout, KIND.visit, visit);
      claim(slot);
      return slot;
    });
  }

  /** Sessions of a job begin. */
  arrive(source: number): void {
    const { demand } = this.jobs(source);
    for (let i = 0; i < demand.sessions; i++) this.beginJob(source);
  }

  /** The closed group of a source begins to think. */
  openGroup(source: number): void {
    const group = this.sources[source] as ClientSource;
    for (let i = 0; i < group.demand.count; i++) {
      const visit = this.visits.open(source, this.compute.nowMs);
      // A client's number in its group decides whether it works while only a share of the group does.
      this.numbers[visit] = i;
      this.think(visit);
    }
  }

  /** The visit's timer went off: what it waited for did not come, or its time is over. */
  timer(visit: number): void {
    const { visits, compute } = this;
    switch (visits.phase[visit]) {
      case PHASE.held:
        this.waitingAtDoor--;
        compute.count(EVENT.connectionTimedOut);
        compute.refuse('timeout');
        compute.left();
        this.failed(visit);
        return;
      case PHASE.backingOff:
        this.connect(visit);
        return;
      case PHASE.queued:
        compute.count(EVENT.poolTimedOut);
        compute.refuse('poolWait');
        this.pooled--;
        this.failed(visit);
        return;
      case PHASE.waiting:
        this.onCpu(visit);
        return;
      case PHASE.thinking:
        this.beginRound(visit);
        return;
      case PHASE.failing:
        this.endQuery(visit);
        this.leave(visit);
        this.over(visit);
        return;
      default:
    }
  }

  /** The visit waits at the door, as long as its client does. */
  hold(visit: number): void {
    this.visits.phase[visit] = PHASE.held;
    this.waitingAtDoor++;
    this.door.push(this.ticket(visit));
    this.compute.count(EVENT.connectionHeld);
    this.agenda.set(this.timerOf(visit), this.compute.nowMs + this.rules(visit).connectTimeoutMs);
  }

  refuse(visit: number, key: RefusalKey): void {
    this.compute.count(EVENT.connectionRefused);
    this.compute.refuse(key);
    this.failed(visit);
  }

  /** The compute runs: the door opens, in the order of coming. */
  serveWaiting(): void {
    this.runsSinceMs = this.compute.nowMs;
    this.inFirstSecond = 0;
    for (let visit = this.nextHeld(); visit >= 0; visit = this.nextHeld()) {
      this.wakeWaits.add(this.compute.nowMs - (this.visits.bornMs[visit] as number));
      this.admit(visit);
    }
  }

  refuseWaiting(key: RefusalKey): void {
    for (let visit = this.nextHeld(); visit >= 0; visit = this.nextHeld()) this.refuse(visit, key);
  }

  /** All sessions end at once. Pools do not notice that their idle connections are dead. */
  dropAll(key: RefusalKey): void {
    const { visits, compute } = this;
    const connections = this.direct + this.pooled;
    if (connections > 0) compute.count(EVENT.connectionDropped, { connections });
    this.direct = 0;
    this.pooled = 0;
    this.serverBusy = 0;
    for (const source of this.sources) {
      if (source.kind === 'jobs') {
        source.keptDead += source.keptOpen;
        source.keptOpen = 0;
      } else if (source.kind === 'clients') {
        source.deadSinceMs.push(...source.idleSinceMs);
        source.idleSinceMs.length = 0;
        this.agenda.clear(source.slot);
      }
    }
    for (let visit = 0; visit < visits.size; visit++) {
      const phase = visits.phase[visit];
      if (phase === PHASE.waiting || phase === PHASE.onCpu || phase === PHASE.failing) {
        if (phase === PHASE.onCpu) compute.removeFromCpu(visit);
        this.endQuery(visit);
        this.lost(visit, key);
      } else if (phase === PHASE.queued) {
        this.lost(visit, key);
      }
    }
    this.peak();
  }

  cpuDone(visit: number): void {
    this.finish(visit);
  }

  /** Idle connections that are older than their pool keeps them are closed. */
  closeIdle(source: number): void {
    const group = this.sources[source] as ClientSource;
    const { idleMs } = group.demand.pool;
    if (idleMs === null) return;
    const tooOld = (sinceMs: number | undefined) =>
      sinceMs !== undefined && sinceMs + idleMs <= this.compute.nowMs;
    while (tooOld(group.deadSinceMs[0])) {
      group.deadSinceMs.shift();
      group.sockets--;
    }
    while (tooOld(group.idleSinceMs[0])) {
      group.idleSinceMs.shift();
      group.sockets--;
      this.close(group.demand.route);
    }
    this.agenda.set(group.slot, (group.idleSinceMs[0] ?? Number.POSITIVE_INFINITY) + idleMs);
  }

  get connections(): number {
    return this.direct + this.serverBusy;
  }

  private readonly numbers: number[] = [];

  private beginJob(source: number): void {
    const { demand, cpuMs, waitMs } = this.jobs(source);
    const visit = this.visits.open(source, this.compute.nowMs);
    this.visits.cpuMs[visit] = cpuMs();
    this.visits.waitMs[visit] = waitMs();
    const job = this.jobs(source);
    if (demand.keepsConnection && job.keptOpen > 0) {
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

  private beginRound(visit: number): void {
    const { visits, compute } = this;
    const group = this.sources[visits.source[visit] as number] as ClientSource;
    const { value, untilMs } = group.working(this.startMs + compute.nowMs);
    if ((this.numbers[visit] as number) >= value * group.demand.count) {
      // Out of hours: the client comes back when the next stretch begins.
      if (untilMs < Number.POSITIVE_INFINITY) {
        this.agenda.set(this.timerOf(visit), Math.max(compute.nowMs + 1, Math.ceil(untilMs - this.startMs)));
      }
      return;
    }
    visits.bornMs[visit] = compute.nowMs;
    visits.tries[visit] = 0;
    visits.cpuMs[visit] = group.cpuMs();
    visits.waitMs[visit] = group.waitMs();
    this.closeIdle(visits.source[visit] as number);
    if (group.idleSinceMs.length > 0) {
      group.idleSinceMs.pop();
      this.useConnection(visit);
    } else if (group.deadSinceMs.length > 0) {
      group.deadSinceMs.pop();
      this.foundDead(group.demand.pool.prePing);
      this.connect(visit);
    } else if (group.sockets < group.demand.pool.max) {
      group.sockets++;
      this.connect(visit);
    } else {
      visits.phase[visit] = PHASE.wantsSocket;
      group.wanting.push(visit);
    }
  }

  /** Offset of the run's own time from the epoch; set once by the compute. */
  startMs = 0;

  /** A connection that died while the compute slept is found dead on its next use; a test before use costs no error. */
  private foundDead(tested: boolean): void {
    this.compute.count(EVENT.connectionStale, { tested });
    if (!tested) this.compute.refuse('stale');
  }

  private connect(visit: number): void {
    this.visits.tries[visit] = (this.visits.tries[visit] as number) + 1;
    if (this.compute.accepts) this.admit(visit);
    else this.compute.knock(visit);
  }

  admit(visit: number): void {
    const { compute } = this;
    if (this.route(visit) === 'direct') {
      if (this.direct + this.serverBusy >= compute.connectionLimit) {
        this.refuse(visit, 'connections');
        return;
      }
      this.direct++;
    } else {
      if (this.pooled >= compute.pooledClientLimit) {
        this.refuse(visit, 'pooledClients');
        return;
      }
      this.pooled++;
    }
    compute.count(EVENT.connectionOpened);
    compute.touch();
    if (compute.nowMs - this.runsSinceMs < SECOND_MS) {
      this.inFirstSecond++;
      compute.openedInFirstSecond();
      if (this.inFirstSecond > this.mostInFirstSecond) this.mostInFirstSecond = this.inFirstSecond;
    }
    this.peak();
    this.useConnection(visit);
  }

  /** The visit has its connection: to Postgres, or to the pooler, where it still needs one to Postgres. */
  private useConnection(visit: number): void {
    if (this.route(visit) === 'direct') {
      this.query(visit);
      return;
    }
    const { compute } = this;
    if (this.hasServerConnection) {
      this.serverBusy++;
      this.peak();
      this.query(visit);
      return;
    }
    compute.count(EVENT.poolQueued);
    this.visits.phase[visit] = PHASE.queued;
    this.queuedSinceMs[visit] = compute.nowMs;
    this.poolQueue.push(this.ticket(visit));
    this.agenda.set(this.timerOf(visit), compute.nowMs + compute.poolWaitMs);
  }

  /** The pooler may open one more: within its own size, and within what Postgres takes. */
  private get hasServerConnection(): boolean {
    const { compute } = this;
    return this.serverBusy < compute.poolSize && this.connections < compute.connectionLimit;
  }

  private readonly queuedSinceMs: number[] = [];

  private query(visit: number): void {
    const { visits, compute } = this;
    const { query } = this.demandOf(visit);
    this.busy++;
    compute.touch();
    if (query.temporaryBytes > 0 && !compute.takeDisk(query.temporaryBytes)) {
      compute.count(EVENT.diskFull);
      compute.refuse('diskFull');
      visits.phase[visit] = PHASE.failing;
      this.agenda.set(this.timerOf(visit), compute.nowMs);
      return;
    }
    visits.temporaryBytes[visit] = query.temporaryBytes;
    visits.phase[visit] = PHASE.waiting;
    if (query.memoryBytes > 0) compute.takeMemory(visit, query.memoryBytes, query.memoryRampMs);
    // Memory may have run out at once, and ended the query with it.
    if (visits.phase[visit] !== PHASE.waiting) return;
    const waitMs = Math.round((visits.waitMs[visit] as number) + compute.readPages(query.pages));
    // What takes no time ends in an event of its own too: each end may begin the next, without end.
    if (waitMs > 0 || (visits.cpuMs[visit] as number) <= 0)
      this.agenda.set(this.timerOf(visit), compute.nowMs + waitMs);
    else this.onCpu(visit);
  }

  private onCpu(visit: number): void {
    const cpuMs = this.visits.cpuMs[visit] as number;
    if (cpuMs <= 0) {
      this.finish(visit);
      return;
    }
    this.visits.phase[visit] = PHASE.onCpu;
    this.compute.startCpu(visit, cpuMs);
  }

  private finish(visit: number): void {
    const { visits, compute } = this;
    const tookMs = compute.nowMs - (visits.bornMs[visit] as number);
    const neededMs = (visits.cpuMs[visit] as number) + (visits.waitMs[visit] as number);
    this.delays.add(Math.max(0, tookMs - neededMs));
    compute.count(EVENT.queryDone);
    this.endQuery(visit);
    this.leave(visit);
    this.over(visit);
  }

  /** The query is no more: what it held is free, and the compute may be inactive. */
  private endQuery(visit: number): void {
    const { visits, compute } = this;
    this.busy--;
    compute.touch();
    const memory = visits.memoryBytes[visit] as number;
    const disk = visits.temporaryBytes[visit] as number;
    visits.memoryBytes[visit] = 0;
    visits.temporaryBytes[visit] = 0;
    // Whatever still points to this query, a ramp of its memory for one, points to nothing from now on.
    visits.use[visit] = (visits.use[visit] as number) + 1;
    if (memory > 0) compute.giveMemory(memory);
    if (disk > 0) compute.giveDisk(disk);
    this.agenda.clear(this.timerOf(visit));
  }

  /** After a query: the server connection is free for the next, and the client's own is closed or kept. */
  private leave(visit: number): void {
    const source = this.sourceOf(visit);
    if (this.route(visit) === 'pooler') {
      this.serverBusy--;
      this.serveQueue();
    }
    if (source.kind === 'clients') this.putBack(source);
    else if (source.demand.keepsConnection) source.keptOpen++;
    else this.close(source.demand.route);
  }

  /** A connection goes to the next who wants it in its pool, or idles there. */
  private putBack(group: ClientSource): void {
    const next = group.wanting.shift();
    if (next >= 0) {
      this.useConnection(next);
      return;
    }
    group.idleSinceMs.push(this.compute.nowMs);
    const { idleMs } = group.demand.pool;
    if (idleMs !== null && !this.agenda.isSet(group.slot)) {
      this.agenda.set(group.slot, (group.idleSinceMs[0] as number) + idleMs);
    }
  }

  private close(route: 'direct' | 'pooler'): void {
    if (route === 'pooler') {
      this.pooled--;
    } else {
      this.direct--;
      this.serveQueue();
    }
    this.compute.connectionsChanged();
  }

  private serveQueue(): void {
    const { visits, compute } = this;
    while (this.hasServerConnection) {
      const visit = this.nextOf(this.poolQueue, PHASE.queued);
      if (visit < 0) return;
      this.agenda.clear(this.timerOf(visit));
      this.poolWaits.add(compute.nowMs - (this.queuedSinceMs[visit] as number));
      visits.phase[visit] = PHASE.waiting;
      this.serverBusy++;
      this.query(visit);
    }
  }

  /** A connect failed, or a wait for the pooler: tried again after a back-off, or given up. */
  private failed(visit: number): void {
    const { visits, compute } = this;
    const rules = this.rules(visit);
    const tries = visits.tries[visit] as number;
    if (tries <= rules.retries) {
      compute.count(EVENT.connectionRetried);
      visits.phase[visit] = PHASE.backingOff;
      const pauseMs = Math.round(rules.backOffMs * rules.backOffFactor ** (tries - 1));
      this.agenda.set(this.timerOf(visit), compute.nowMs + pauseMs);
      return;
    }
    compute.count(EVENT.connectionGivenUp);
    const source = this.sourceOf(visit);
    if (source.kind === 'clients') {
      source.sockets--;
      this.wakeWanting(source);
      // Who has just failed does not come back sooner than after a failed connect.
      this.think(visit, rules.backOffMs);
    } else {
      this.visits.close(visit);
    }
  }

  /** The session ended under the client's hands. */
  private lost(visit: number, key: RefusalKey): void {
    const source = this.sourceOf(visit);
    this.compute.count(EVENT.queryDropped);
    this.compute.refuse(key);
    this.agenda.clear(this.timerOf(visit));
    if (source.kind === 'clients') {
      source.sockets--;
      this.wakeWanting(source);
    }
    this.over(visit);
  }

  /** A place in the pool is free: whoever wants one opens a connection of its own. */
  private wakeWanting(group: ClientSource): void {
    const next = group.wanting.shift();
    if (next < 0) return;
    group.sockets++;
    // At the next instant, so that a failure of many does not run through all of them in one call.
    this.visits.phase[next] = PHASE.backingOff;
    this.agenda.set(this.timerOf(next), this.compute.nowMs + 1);
  }

  private over(visit: number): void {
    if (this.sourceOf(visit).kind === 'clients') this.think(visit);
    else this.visits.close(visit);
  }

  private think(visit: number, atLeastMs = 1): void {
    const group = this.sourceOf(visit) as ClientSource;
    this.visits.phase[visit] = PHASE.thinking;
    this.agenda.set(
      this.timerOf(visit),
      this.compute.nowMs + Math.max(atLeastMs, Math.round(group.thinkMs())),
    );
  }

  private peak(): void {
    if (this.connections > this.peakConnections) this.peakConnections = this.connections;
    if (this.pooled > this.peakPooled) this.peakPooled = this.pooled;
    this.compute.connectionsChanged();
  }

  private nextHeld(): number {
    const visit = this.nextOf(this.door, PHASE.held);
    if (visit < 0) return -1;
    this.waitingAtDoor--;
    this.agenda.clear(this.timerOf(visit));
    return visit;
  }

  /** The next in a queue who is still there: a slot that is in use again belongs to somebody else. */
  private nextOf(queue: Fifo, phase: number): number {
    for (;;) {
      const ticket = queue.shift();
      if (ticket < 0) return -1;
      const visit = ticket % TICKET;
      if (this.visits.phase[visit] === phase && this.visits.use[visit] === Math.floor(ticket / TICKET))
        return visit;
    }
  }

  private ticket(visit: number): number {
    return (this.visits.use[visit] as number) * TICKET + visit;
  }

  private timerOf(visit: number): number {
    return this.visits.timer[visit] as number;
  }

  private sourceOf(visit: number): JobSource | ClientSource {
    return this.sources[this.visits.source[visit] as number] as JobSource | ClientSource;
  }

  private demandOf(visit: number) {
    return this.sourceOf(visit).demand;
  }

  private route(visit: number): 'direct' | 'pooler' {
    return this.demandOf(visit).route;
  }

  private rules(visit: number): ClientRules {
    return this.demandOf(visit).client;
  }

  private jobs(source: number): JobSource {
    return this.sources[source] as JobSource;
  }
}

const TICKET = 2 ** 24;
