import type { BesideNeeds, ClientOwner, RefusalKey, Route, Visits } from '../../compute/index.ts';
import type { Agenda, Slot } from '../agenda/agenda.ts';
import type { ClientSource, JobSource, Source } from '../demand/sources.ts';
import { ShortQueries } from '../fast/short-queries.ts';
import { TimerOnlyJobs } from '../fast/timer-only-jobs.ts';
import { AWAY } from './away.ts';
import { ClosedGroups } from './closed-groups.ts';
import type { DemandedCompute } from './demanded-compute.ts';

/** The clients of a run: jobs that come and go, and closed groups of clients. They retry, keep connections, give up. */
export class ClientDemand implements ClientOwner {
  readonly groups: ClosedGroups;
  readonly timerOnly: TimerOnlyJobs;
  readonly short: ShortQueries;
  readonly compute: DemandedCompute;
  private readonly sources: readonly Source[];
  private readonly agenda: Agenda;
  private readonly timerOf: (visit: number) => Slot;
  /** By visit: its source, how often it has tried to connect, and the agenda slot of its timer. */
  private readonly sourceAt: number[] = [];
  private readonly tries: number[] = [];
  private readonly timers: Slot[] = [];

  constructor(
    compute: DemandedCompute,
    sources: readonly Source[],
    agenda: Agenda,
    startMs: number,
    timerOf: (visit: number) => Slot,
    timerOnlySlot: Slot,
  ) {
    this.compute = compute;
    this.sources = sources;
    this.agenda = agenda;
    this.timerOf = timerOf;
    this.timerOnly = new TimerOnlyJobs(this, compute, agenda, timerOnlySlot);
    this.short = new ShortQueries(compute, agenda);
    this.groups = new ClosedGroups(this, sources, agenda, startMs);
  }

  get visits(): Visits {
    return this.compute.clients.visits;
  }

  /** Begins what has arrived at a source, and what arrives there after it before anything else is due. */
  follow(index: number, job: JobSource, startMs: number): void {
    const { agenda, short } = this;
    let nextMs = job.arrivals.take() - startMs;
    let isOver = false;
    if (job.canBeShort && this.opensShort(job)) {
      isOver = this.passes(job, nextMs);
      while (isOver && short.goesOn(nextMs)) {
        agenda.nowMs = nextMs;
        nextMs = job.arrivals.take() - startMs;
        isOver = this.passes(job, nextMs);
      }
      short.close();
    }
    agenda.set(job.slot, nextMs);
    if (!isOver) this.arrive(index, job);
  }

  /** A client appears. */
  open(source: number): number {
    const visit = this.visits.open(this.agenda.nowMs);
    if (visit === this.timers.length) this.timers.push(this.timerOf(visit));
    this.sourceAt[visit] = source;
    this.tries[visit] = 0;
    return visit;
  }

  beginJob(source: number, job: JobSource): void {
    const { visits } = this;
    const visit = this.open(source);
    visits.cpuMs[visit] = job.cpuMs.take();
    visits.waitMs[visit] = job.waitMs.take();
    if (job.demand.keepsConnection && job.keptOpen > 0) {
      job.keptOpen--;
      this.compute.clients.use(visit);
      return;
    }
    if (job.keptDead > 0) {
      job.keptDead--;
      this.compute.clientLog.foundDead(false);
    }
    this.connect(visit);
  }

  /** The number of the source that a client belongs to. */
  sourceNumber(visit: number): number {
    return this.sourceAt[visit] as number;
  }

  /** A client has something new to ask, and has not tried to connect for it yet. */
  beginRound(visit: number): void {
    this.visits.bornMs[visit] = this.agenda.nowMs;
    this.tries[visit] = 0;
  }

  connect(visit: number): void {
    this.tries[visit] = (this.tries[visit] as number) + 1;
    this.compute.clients.connect(visit);
  }

  // The members below are for the compute.

  routeOf(visit: number): Route {
    return this.sourceOf(visit).demand.route;
  }

  needsOf(visit: number): BesideNeeds {
    return this.sourceOf(visit).demand.query;
  }

  connectTimeoutMs(visit: number): number {
    return this.sourceOf(visit).demand.client.connectTimeoutMs;
  }

  setTimer(visit: number, atMs: number): void {
    this.agenda.set(this.timers[visit] as Slot, atMs);
  }

  clearTimer(visit: number): void {
    this.agenda.clear(this.timers[visit] as Slot);
  }

  timer(visit: number): void {
    const phase = this.visits.phase[visit];
    if (phase === AWAY.backingOff) this.connect(visit);
    else if (phase === AWAY.thinking) this.groups.beginRound(visit);
  }

  connected(visit: number): void {
    this.compute.clients.use(visit);
  }

  /** Tries again after a back-off, or gives up. */
  failed(visit: number): void {
    const { visits, compute, agenda } = this;
    const source = this.sourceOf(visit);
    const { retries, backOffMs, backOffFactor } = source.demand.client;
    const tries = this.tries[visit] as number;
    if (tries <= retries) {
      compute.clientLog.retried();
      visits.phase[visit] = AWAY.backingOff;
      this.setTimer(visit, agenda.nowMs + Math.round(backOffMs * backOffFactor ** (tries - 1)));
      return;
    }
    compute.clientLog.givenUp();
    if (source.kind === 'clients') {
      this.groups.loseSocket(source);
      // Who has just failed does not come back sooner than after a failed connect.
      this.groups.think(visit, source, backOffMs);
    } else {
      visits.close(visit);
    }
  }

  done(visit: number): void {
    const source = this.sourceOf(visit);
    if (source.kind === 'clients') this.groups.putBack(source);
    else if (source.demand.keepsConnection) source.keptOpen++;
    else this.compute.clients.close(source.demand.route);
    this.over(visit, source);
  }

  lost(visit: number): void {
    const source = this.sourceOf(visit);
    if (source.kind === 'clients') this.groups.loseSocket(source);
    this.over(visit, source);
  }

  /** Pools do not notice that their idle connections are dead. */
  cut(key: RefusalKey): void {
    for (const source of this.sources) {
      if (source.kind === 'jobs') {
        source.keptDead += source.keptOpen;
        source.keptOpen = 0;
      } else if (source.kind === 'clients') {
        this.groups.die(source);
      }
    }
    this.timerOnly.dropAll(key);
  }

  /** Sessions of a job begin. */
  private arrive(index: number, job: JobSource): void {
    for (let i = 0; i < job.demand.sessions; i++) this.beginJob(index, job);
  }

  private opensShort({ demand, keptOpen, keptDead }: JobSource): boolean {
    const { route, query, keepsConnection } = demand;
    const isOpen = keepsConnection && keptOpen > 0;
    // The first job of a client that keeps its connection leaves one open.
    if ((keepsConnection && !isOpen) || (!isOpen && keptDead > 0)) return false;
    return this.short.open(route, isOpen, query);
  }

  /** A job is over before the next one arrives or anything else is due. */
  private passes({ cpuMs, waitMs }: JobSource, nextMs: number): boolean {
    if (!this.short.pass(cpuMs.peek(), waitMs.peek(), nextMs)) return false;
    cpuMs.place++;
    waitMs.place++;
    return true;
  }

  private over(visit: number, source: JobSource | ClientSource): void {
    if (source.kind === 'clients') this.groups.think(visit, source);
    else this.visits.close(visit);
  }

  private sourceOf(visit: number): JobSource | ClientSource {
    return this.sources[this.sourceAt[visit] as number] as JobSource | ClientSource;
  }
}
