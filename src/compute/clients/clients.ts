import { NO_JOB } from '../resources/cpu.ts';
import type { ClientOwner, Route, ServingCompute } from './client-ports.ts';
import { Connections } from './connections.ts';
import { Queries } from './queries.ts';
import type { RefusalKey } from './refusals.ts';
import { VisitQueue } from './visit-queue.ts';
import { VISIT_PHASE, Visits } from './visits.ts';
import { WakeAdmission } from './wake-admission.ts';

/** A client that waits for a server connection of the pooler. */
export interface SavedQueued {
  readonly visit: number;
  readonly sinceMs: number;
}

/** The number of each job that no client waits for. All other jobs have the numbers of their visits. */
const UNAWAITED_JOB = -2;

/** The clients of one compute, by number: those in the connection queue, in the pooler and in queries. */
export class Clients {
  readonly visits = new Visits();
  readonly connections: Connections;
  readonly queries: Queries;
  readonly admission: WakeAdmission;
  waitingForStart = 0;
  waitingInPool = 0;
  private readonly connectionQueue: VisitQueue;
  private readonly poolQueue: VisitQueue;
  private readonly queuedSinceMs: number[] = [];
  private readonly compute: ServingCompute;
  private readonly owner: ClientOwner;

  constructor(compute: ServingCompute, owner: ClientOwner) {
    this.compute = compute;
    this.owner = owner;
    this.connectionQueue = new VisitQueue(this.visits, VISIT_PHASE.held);
    this.poolQueue = new VisitQueue(this.visits, VISIT_PHASE.queued);
    this.connections = new Connections(compute);
    this.queries = new Queries(this.visits, compute, owner);
    this.admission = new WakeAdmission(compute);
  }

  get busy(): number {
    return this.queries.busy;
  }

  connect(visit: number): void {
    if (this.admission.refuses()) this.refuse(visit, 'wakeAdmission');
    else if (this.compute.accepts) this.admit(visit);
    else this.compute.knock(visit);
  }

  /** Begins a query of a connected client. A pooled client first needs a server connection. */
  use(visit: number): void {
    const { compute, owner, connections } = this;
    if (owner.routeOf(visit) === 'direct') {
      this.queries.begin(visit, owner.needsOf(visit));
      return;
    }
    if (connections.hasRoomForServer) {
      connections.openServer();
      this.queries.begin(visit, owner.needsOf(visit));
      return;
    }
    compute.clientLog.queued();
    this.queuedSinceMs[visit] = compute.nowMs;
    this.waitingInPool++;
    this.poolQueue.push(visit);
    this.setTimer(visit, compute.settings.limits.poolWaitMs);
  }

  /** Like `use`, for a client whose own pool has a server connection for it. */
  useOwnServer(visit: number): void {
    this.connections.openServer();
    this.queries.begin(visit, this.owner.needsOf(visit));
  }

  /** Ends the wait or the query of a client. The client keeps its connection, if it has one. */
  stop(visit: number): void {
    const { visits, owner, connections } = this;
    const phase = visits.phase[visit] as number;
    if (phase >= VISIT_PHASE.away) return;
    if (isQuery(phase)) {
      this.queries.cutOff(visit);
      if (owner.routeOf(visit) === 'pooler') {
        connections.serverBusy--;
        this.serveQueue();
      }
    } else {
      if (phase === VISIT_PHASE.held) this.waitingForStart--;
      else this.waitingInPool--;
      owner.clearTimer(visit);
    }
    visits.phase[visit] = VISIT_PHASE.away;
  }

  /** Closes an idle connection. */
  close(route: Route): void {
    if (route === 'pooler') {
      this.connections.pooled--;
    } else {
      this.connections.direct--;
      this.serveQueue();
    }
    this.compute.machine.memory.changed();
  }

  /** Closes the connection of a client whose query is done. */
  closeAfterQuery(visit: number): void {
    const route = this.owner.routeOf(visit);
    this.close(route);
    this.workUnawaited(this.connections.closingCpuMs(route, this.visits.cpuMs[visit] as number));
  }

  /** Postgres does what a query with this CPU time has left behind, once that is enough. */
  workAfter(queryCpuMs: number): void {
    this.workUnawaited(this.compute.machine.ownWork.after(queryCpuMs));
  }

  /** Postgres works on something that no client waits for. */
  workUnawaited(cpuMs: number): void {
    if (cpuMs === 0) return;
    const { compute } = this;
    compute.cpu.start(UNAWAITED_JOB, cpuMs, compute.nowMs);
    compute.cpuChanged();
  }

  /** Handles a timer that fired: a wait is over, in vain or as planned. */
  timer(visit: number): void {
    const { visits, compute, owner } = this;
    switch (visits.phase[visit]) {
      case VISIT_PHASE.held:
        this.waitingForStart--;
        compute.clientLog.timedOut();
        compute.send('disconnect');
        owner.failed(visit, 'timeout');
        return;
      case VISIT_PHASE.queued:
        this.waitingInPool--;
        compute.clientLog.poolTimedOut();
        this.connections.pooled--;
        owner.failed(visit, 'poolWait');
        return;
      case VISIT_PHASE.waiting:
        if (!this.queries.run(visit)) this.finish(visit);
        return;
      case VISIT_PHASE.failing:
        this.queries.end(visit);
        this.leave(visit);
        return;
      default:
        owner.timer(visit);
    }
  }

  admit(visit: number): void {
    const refused = this.connections.open(this.owner.routeOf(visit));
    if (refused !== null) {
      this.refuse(visit, refused);
      return;
    }
    const cpuMs = this.visits.cpuMs[visit] as number;
    this.visits.cpuMs[visit] = cpuMs + this.connections.openingCpuMs(this.owner.routeOf(visit), cpuMs);
    this.owner.connected(visit);
  }

  /** Puts the visit into the connection queue, for as long as its client is willing to wait. */
  hold(visit: number): void {
    this.waitingForStart++;
    this.connectionQueue.push(visit);
    this.compute.clientLog.held();
    this.setTimer(visit, this.owner.connectTimeoutMs(visit));
  }

  refuse(visit: number, key: RefusalKey): void {
    this.compute.clientLog.refused(key);
    this.owner.failed(visit, key);
  }

  /** The compute runs now. Admits all waiting clients in the order of their arrival. */
  serveWaiting(): void {
    const { nowMs, clientLog } = this.compute;
    this.connections.begin();
    for (let visit = this.nextHeld(); visit >= 0; visit = this.nextHeld()) {
      clientLog.waitedForStart(nowMs - (this.visits.bornMs[visit] as number));
      this.admit(visit);
    }
  }

  /** Takes over a client that waits for a start, after those before it. Its timer is set. */
  restoreHeld(visit: number): void {
    this.waitingForStart++;
    this.connectionQueue.restore(visit);
  }

  refuseWaiting(key: RefusalKey): void {
    for (let visit = this.nextHeld(); visit >= 0; visit = this.nextHeld()) this.refuse(visit, key);
  }

  /** Ends all sessions at once. */
  dropAll(key: RefusalKey, ofLoad: number): void {
    const { visits } = this;
    this.connections.drop(ofLoad);
    this.owner.cut(key);
    for (let visit = 0; visit < visits.size; visit++) {
      const phase = visits.phase[visit];
      if (isQuery(phase as number)) {
        this.queries.cutOff(visit);
        this.lost(visit, key);
      } else if (phase === VISIT_PHASE.queued) {
        this.waitingInPool--;
        this.lost(visit, key);
      }
    }
    this.dropUnawaited();
    this.compute.machine.memory.changed();
  }

  /** Finishes the queries whose CPU time is complete. */
  cpuDue(): void {
    const { cpu, nowMs } = this.compute;
    for (let job = cpu.takeFinished(nowMs); job !== NO_JOB; job = cpu.takeFinished(nowMs))
      if (job !== UNAWAITED_JOB) this.finish(job);
  }

  /** The clients that wait for a server connection of the pooler, in order. */
  savedQueue(): SavedQueued[] {
    return this.poolQueue.all().map((visit) => ({ visit, sinceMs: this.queuedSinceMs[visit] as number }));
  }

  /** Resumes the visits of the owner. `held` and `queued` name the waiting ones, in order. */
  resume(visits: readonly number[], held: readonly number[], queued: readonly SavedQueued[]): void {
    const { owner, connections, queries } = this;
    for (const visit of visits) {
      const phase = this.visits.phase[visit] as number;
      if (owner.routeOf(visit) === 'direct') {
        connections.direct++;
      } else {
        connections.pooled++;
        if (isQuery(phase)) connections.serverBusy++;
      }
      if (isQuery(phase)) queries.busy++;
    }
    for (const visit of held) this.connectionQueue.push(visit);
    this.waitingForStart = held.length;
    for (const { visit, sinceMs } of queued) {
      this.poolQueue.push(visit);
      this.queuedSinceMs[visit] = sinceMs;
    }
    this.waitingInPool = queued.length;
  }

  private dropUnawaited(): void {
    const { compute } = this;
    if (!compute.machine.hasUnawaitedWork) return;
    compute.cpu.remove(UNAWAITED_JOB, compute.nowMs);
    compute.cpuChanged();
  }

  private finish(visit: number): void {
    this.queries.finish(visit);
    this.workAfter(this.visits.cpuMs[visit] as number);
    this.leave(visit);
  }

  /** After a query, the server connection of the pooler is free for the next client. */
  private leave(visit: number): void {
    if (this.owner.routeOf(visit) === 'pooler') {
      this.connections.serverBusy--;
      this.serveQueue();
    }
    this.owner.done(visit);
  }

  /** Gives free server connections to waiting clients. */
  serveQueue(): void {
    const { connections, visits, compute, owner } = this;
    while (connections.hasRoomForServer) {
      const visit = this.poolQueue.next();
      if (visit < 0) return;
      this.waitingInPool--;
      owner.clearTimer(visit);
      compute.clientLog.waitedForPool(compute.nowMs - (this.queuedSinceMs[visit] as number));
      visits.phase[visit] = VISIT_PHASE.waiting;
      connections.serverBusy++;
      this.queries.begin(visit, owner.needsOf(visit));
    }
  }

  private lost(visit: number, key: RefusalKey): void {
    this.compute.clientLog.queryDropped(key);
    this.owner.clearTimer(visit);
    this.owner.lost(visit, key);
  }

  private nextHeld(): number {
    const visit = this.connectionQueue.next();
    if (visit < 0) return -1;
    this.waitingForStart--;
    this.owner.clearTimer(visit);
    return visit;
  }

  private setTimer(visit: number, afterMs: number): void {
    this.owner.setTimer(visit, this.compute.nowMs + afterMs);
  }
}

function isQuery(phase: number): boolean {
  return phase === VISIT_PHASE.waiting || phase === VISIT_PHASE.onCpu || phase === VISIT_PHASE.failing;
}
