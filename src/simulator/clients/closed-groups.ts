import type { Route } from '../../compute/index.ts';
import { wholeMs } from '../../facts/index.ts';
import type { Agenda } from '../agenda/agenda.ts';
import type { ClientSource, Source } from '../demand/sources.ts';
import type { ShortQueries } from '../fast/short-queries.ts';
import { AWAY } from './away.ts';

/** The ways of a client to a connection, and back. */
interface GroupClients {
  readonly compute: {
    readonly clients: { use(visit: number): void; close(route: Route): void };
    readonly clientLog: { foundDead(tested: boolean): void };
  };
  readonly visits: { phase: Uint8Array; cpuMs: Float64Array; waitMs: Float64Array };
  readonly short: ShortQueries;
  open(source: number): number;
  sourceNumber(visit: number): number;
  beginRound(visit: number): void;
  connect(visit: number): void;
  setTimer(visit: number, atMs: number): void;
}

/** Closed groups of clients: they think, ask through the pool of their own application, and think again. */
export class ClosedGroups {
  private readonly clients: GroupClients;
  private readonly sources: readonly Source[];
  private readonly agenda: Agenda;
  /** Offset of the run's own time from the epoch. */
  private readonly startMs: number;
  /** A client's number in its group decides whether it works while only a share of the group does. */
  private readonly numbers: number[] = [];

  constructor(clients: GroupClients, sources: readonly Source[], agenda: Agenda, startMs: number) {
    this.clients = clients;
    this.sources = sources;
    this.agenda = agenda;
    this.startMs = startMs;
  }

  /** The group of a source begins to think. */
  open(source: number): void {
    const group = this.sources[source] as ClientSource;
    for (let i = 0; i < group.demand.count; i++) {
      const visit = this.clients.open(source);
      this.numbers[visit] = i;
      this.think(visit, group);
    }
  }

  think(visit: number, group: ClientSource, atLeastMs = 1): void {
    const { clients } = this;
    clients.visits.phase[visit] = AWAY.thinking;
    const thinkMs = Math.max(atLeastMs, wholeMs(group.thinkMs.take()));
    clients.setTimer(visit, this.agenda.nowMs + thinkMs);
  }

  /** A client has thought, and asks. */
  beginRound(visit: number): void {
    const { agenda, clients } = this;
    const { visits, compute } = clients;
    const source = clients.sourceNumber(visit);
    const group = this.sources[source] as ClientSource;
    const { value, untilMs } = group.working(this.startMs + agenda.nowMs);
    if ((this.numbers[visit] as number) >= value * group.demand.count) {
      // Out of hours: the client comes back when the next stretch begins.
      if (untilMs < Number.POSITIVE_INFINITY) {
        const atMs = Math.max(agenda.nowMs + 1, Math.ceil(untilMs - this.startMs));
        clients.setTimer(visit, atMs);
      }
      return;
    }
    this.closeIdle(source);
    if (group.canBeShort && this.passes(group)) {
      this.think(visit, group);
      return;
    }
    clients.beginRound(visit);
    visits.cpuMs[visit] = group.cpuMs.take();
    visits.waitMs[visit] = group.waitMs.take();
    if (group.idleSinceMs.length > 0) {
      group.idleSinceMs.pop();
      compute.clients.use(visit);
    } else if (group.deadSinceMs.length > 0) {
      group.deadSinceMs.pop();
      compute.clientLog.foundDead(group.demand.pool.prePing);
      clients.connect(visit);
    } else if (group.sockets < group.demand.pool.max) {
      group.sockets++;
      clients.connect(visit);
    } else {
      visits.phase[visit] = AWAY.wantsSocket;
      group.wanting.push(visit);
    }
  }

  /** The query of a round is over before anything else is due. */
  private passes(group: ClientSource): boolean {
    const { demand, cpuMs, waitMs, idleSinceMs } = group;
    if (idleSinceMs.length === 0) return false;
    const { short } = this.clients;
    if (!short.open(demand.route, true, demand.query)) return false;
    if (!short.pass(cpuMs.peek(), waitMs.peek(), Number.POSITIVE_INFINITY)) return false;
    short.close();
    cpuMs.place++;
    waitMs.place++;
    idleSinceMs.pop();
    this.putBack(group);
    return true;
  }

  /** A connection goes to the next who wants it in its pool, or idles there. */
  putBack(group: ClientSource): void {
    const next = group.wanting.shift();
    if (next >= 0) {
      this.clients.compute.clients.use(next);
      return;
    }
    group.idleSinceMs.push(this.agenda.nowMs);
    const { idleMs } = group.demand.pool;
    if (idleMs !== null && !this.agenda.isSet(group.slot)) {
      this.agenda.set(group.slot, (group.idleSinceMs[0] as number) + idleMs);
    }
  }

  /** Idle connections that are older than their pool keeps them are closed. */
  closeIdle(source: number): void {
    const group = this.sources[source] as ClientSource;
    const { idleMs } = group.demand.pool;
    if (idleMs === null) return;
    const { nowMs } = this.agenda;
    const tooOld = (sinceMs: number | undefined) => sinceMs !== undefined && sinceMs + idleMs <= nowMs;
    while (tooOld(group.deadSinceMs[0])) {
      group.deadSinceMs.shift();
      group.sockets--;
    }
    while (tooOld(group.idleSinceMs[0])) {
      group.idleSinceMs.shift();
      group.sockets--;
      this.clients.compute.clients.close(group.demand.route);
    }
    this.agenda.set(group.slot, (group.idleSinceMs[0] ?? Number.POSITIVE_INFINITY) + idleMs);
  }

  /** A connection is lost. Its place in the pool is free: whoever wants one opens a connection of its own. */
  loseSocket(group: ClientSource): void {
    group.sockets--;
    const next = group.wanting.shift();
    if (next < 0) return;
    group.sockets++;
    // At the next instant, so that a failure of many does not run through all of them in one call.
    this.clients.visits.phase[next] = AWAY.backingOff;
    this.clients.setTimer(next, this.agenda.nowMs + 1);
  }

  /** All idle connections die, and the pool does not notice. */
  die(group: ClientSource): void {
    group.deadSinceMs.push(...group.idleSinceMs);
    group.idleSinceMs.length = 0;
    this.agenda.clear(group.slot);
  }
}
