import type { BesideNeeds, ClientOwner, RefusalKey, Route, Visits } from '../../compute/index.ts';
import type { BoundGroup, BoundJobs } from './bound-clients.ts';
import type { BoundReplication } from './bound-replication.ts';
import { AWAY, ClosedGroups } from './closed-groups.ts';

/** A host, as the clients of a demand need it. Times are milliseconds of the host's clock. */
export interface DemandHost {
  readonly nowMs: number;
  readonly clients: ServedClients;
  readonly clientLog: DemandReport;
  /** A client appears. */
  openVisit(): number;
  /** Sets the one timer of a visit. When it goes off, `timer` of the compute's clients wants to hear of it. */
  setTimer(visit: number, atMs: number): void;
  clearTimer(visit: number): void;
  /** Sets the alarm of a group, by its number. When it goes off, `closeIdle` wants to hear of it; Infinity: it does not. */
  setIdleAlarm(group: number, atMs: number): void;
  isIdleAlarmSet(group: number): boolean;
  /** All connections are cut, also those that the host serves by a fast path. */
  cut(key: RefusalKey): void;
}

/** The clients of a compute, as far as their owner calls them. */
interface ServedClients {
  readonly visits: Visits;
  connect(visit: number): void;
  use(visit: number): void;
  close(route: Route): void;
  closeAfterQuery(visit: number): void;
}

/** Writes down what clients do by themselves. */
interface DemandReport {
  retried(): void;
  givenUp(): void;
  /** A client found its connection dead. A test before use costs no error. */
  foundDead(tested: boolean): void;
}

type Bound = BoundJobs | BoundGroup | BoundReplication;

/**
 * The clients that a demand brings to a compute: jobs that come and go, closed groups, and subscribers of
 * replication. They retry, keep connections and give up. Its hosts are a run of the simulator, and the service.
 */
export class ClientDemand implements ClientOwner {
  readonly groups: ClosedGroups;
  private readonly bound: readonly Bound[];
  private readonly host: DemandHost;
  /** By visit: the demand that it belongs to, and how often it has tried to connect. */
  private readonly boundAt: Bound[] = [];
  private readonly tries: number[] = [];
  /** Offset of the host's time from the epoch. */
  private readonly startMs: number;

  /** @param startMs offset of the host's time from the epoch */
  constructor(host: DemandHost, bound: readonly Bound[], startMs: number) {
    this.host = host;
    this.startMs = startMs;
    this.bound = bound;
    this.groups = new ClosedGroups(this, host, startMs);
  }

  /** All sessions of an arrival begin. */
  arrive(jobs: BoundJobs): void {
    for (let i = 0; i < jobs.demand.sessions; i++) this.beginJob(jobs);
  }

  beginJob(jobs: BoundJobs): void {
    const { clients, clientLog } = this.host;
    const { visits } = clients;
    const visit = this.open(jobs);
    visits.cpuMs[visit] = jobs.cpuMs.take();
    visits.waitMs[visit] = jobs.waitMs.take();
    if (jobs.demand.keepsConnection && jobs.keptOpen > 0) {
      jobs.keptOpen--;
      clients.use(visit);
      return;
    }
    if (jobs.keptDead > 0) {
      jobs.keptDead--;
      clientLog.foundDead(false);
    }
    this.connect(visit);
  }

  /** All streams of a replication begin. */
  replicate(replication: BoundReplication): void {
    for (let i = 0; i < replication.demand.connections; i++) this.connect(this.open(replication));
  }

  /** A client appears. */
  open(bound: Bound): number {
    const visit = this.host.openVisit();
    this.boundAt[visit] = bound;
    this.tries[visit] = 0;
    return visit;
  }

  /** A client has something new to ask, and has not tried to connect for it yet. */
  beginRound(visit: number): void {
    const { host } = this;
    host.clients.visits.bornMs[visit] = host.nowMs;
    this.tries[visit] = 0;
  }

  connect(visit: number): void {
    this.tries[visit] = (this.tries[visit] as number) + 1;
    this.host.clients.connect(visit);
  }

  /** The place of a client's demand among those given. */
  numberOf(visit: number): number {
    return this.bound.indexOf(this.boundOf(visit));
  }

  triesOf(visit: number): number {
    return this.tries[visit] as number;
  }

  /** Takes over a client of a fast path. */
  setVisit(visit: number, number: number, tries: number): void {
    this.boundAt[visit] = this.bound[number] as Bound;
    this.tries[visit] = tries;
  }

  /** The name of the demand that a client belongs to. */
  nameOf(visit: number): string {
    return this.boundOf(visit).demand.name;
  }

  groupOf(visit: number): BoundGroup {
    return this.boundOf(visit) as BoundGroup;
  }

  // The members below are for the compute.

  routeOf(visit: number): Route {
    const { demand } = this.boundOf(visit);
    return demand.kind === 'replication' ? 'direct' : demand.route;
  }

  needsOf(visit: number): BesideNeeds {
    const { demand } = this.boundOf(visit);
    return demand.kind === 'replication' ? NO_NEEDS : demand.query;
  }

  connectTimeoutMs(visit: number): number {
    const { demand } = this.boundOf(visit);
    return demand.kind === 'replication' ? SUBSCRIBER_TIMEOUT_MS : demand.client.connectTimeoutMs;
  }

  setTimer(visit: number, atMs: number): void {
    this.host.setTimer(visit, atMs);
  }

  clearTimer(visit: number): void {
    this.host.clearTimer(visit);
  }

  timer(visit: number): void {
    const phase = this.host.clients.visits.phase[visit];
    if (phase === AWAY.backingOff) this.connect(visit);
    else if (phase === AWAY.thinking) this.groups.beginRound(visit);
  }

  connected(visit: number): void {
    const { clients } = this.host;
    const bound = this.boundOf(visit);
    if (bound.kind === 'replication') {
      clients.visits.cpuMs[visit] = 0;
      clients.visits.waitMs[visit] = Math.max(0, this.leftMs(bound));
    }
    clients.use(visit);
  }

  /** Tries again after a back-off, or gives up. */
  failed(visit: number): void {
    const { host } = this;
    const { visits } = host.clients;
    const bound = this.boundOf(visit);
    if (bound.kind === 'replication') {
      host.clientLog.retried();
      this.reconnect(visit, bound);
      return;
    }
    const { retries, backOffMs, backOffFactor } = bound.demand.client;
    const tries = this.tries[visit] as number;
    if (tries <= retries) {
      host.clientLog.retried();
      visits.phase[visit] = AWAY.backingOff;
      this.setTimer(visit, host.nowMs + Math.round(backOffMs * backOffFactor ** (tries - 1)));
      return;
    }
    host.clientLog.givenUp();
    if (bound.kind === 'clients') {
      this.groups.loseSocket(bound);
      // A client that has just failed does not come back sooner than after a failed connect.
      this.groups.think(visit, bound, backOffMs);
    } else {
      visits.close(visit);
    }
  }

  done(visit: number): void {
    const bound = this.boundOf(visit);
    if (bound.kind === 'clients') this.groups.putBack(bound);
    else if (bound.kind === 'jobs' && bound.demand.keepsConnection) bound.keptOpen++;
    else this.host.clients.closeAfterQuery(visit);
    this.over(visit, bound);
  }

  lost(visit: number): void {
    const bound = this.boundOf(visit);
    if (bound.kind === 'replication') {
      this.reconnect(visit, bound);
      return;
    }
    if (bound.kind === 'clients') this.groups.loseSocket(bound);
    this.over(visit, bound);
  }

  /** Pools do not notice that their idle connections are dead. */
  cut(key: RefusalKey): void {
    for (const bound of this.bound) {
      if (bound.kind === 'clients') {
        this.groups.die(bound);
      } else if (bound.kind === 'jobs') {
        bound.keptDead += bound.keptOpen;
        bound.keptOpen = 0;
      }
    }
    this.host.cut(key);
  }

  /** A subscriber comes back after a while, unless its subscription is over by then. */
  private reconnect(visit: number, bound: BoundReplication): void {
    const { host } = this;
    const { visits } = host.clients;
    const { reconnectMs } = bound.demand;
    if (this.leftMs(bound) <= reconnectMs) {
      visits.close(visit);
      return;
    }
    visits.phase[visit] = AWAY.backingOff;
    visits.bornMs[visit] = host.nowMs + reconnectMs;
    this.setTimer(visit, host.nowMs + reconnectMs);
  }

  /** How long a subscription still lasts. */
  private leftMs({ untilMs }: BoundReplication): number {
    return untilMs - this.startMs - this.host.nowMs;
  }

  private over(visit: number, bound: Bound): void {
    if (bound.kind === 'clients') this.groups.think(visit, bound);
    else this.host.clients.visits.close(visit);
  }

  private boundOf(visit: number): Bound {
    return this.boundAt[visit] as Bound;
  }
}

/** A stream takes only its connection. */
const NO_NEEDS: BesideNeeds = { memoryBytes: 0, memoryRampMs: 0, pages: 0, temporaryBytes: 0 };

/** Subscribers of Postgres wait patiently. */
const SUBSCRIBER_TIMEOUT_MS = 60_000;
