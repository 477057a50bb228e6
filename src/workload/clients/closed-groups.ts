import { VISIT_PHASE, type Visits } from '../../compute/index.ts';
import { wholeMs } from '../../facts/index.ts';
import type { BoundGroup } from './bound-clients.ts';

/** The states of a client that neither waits for its compute nor has a query there. */
export const AWAY = {
  backingOff: VISIT_PHASE.away,
  thinking: VISIT_PHASE.away + 1,
  /** In its own application's pool, for a connection. */
  wantsSocket: VISIT_PHASE.away + 2,
} as const;

/** The ways of a client to a connection, and back. */
interface GroupClients {
  open(group: BoundGroup): number;
  groupOf(visit: number): BoundGroup;
  beginRound(visit: number): void;
  connect(visit: number): void;
  setTimer(visit: number, atMs: number): void;
}

interface GroupHost {
  readonly nowMs: number;
  readonly clients: { readonly visits: Visits; use(visit: number): void; close(route: Route): void };
  readonly clientLog: { foundDead(tested: boolean): void };
  setIdleAlarm(group: number, atMs: number): void;
  isIdleAlarmSet(group: number): boolean;
}

type Route = BoundGroup['demand']['route'];

/** Closed groups of clients: they think, ask through the pool of their own application, and think again. */
export class ClosedGroups {
  private readonly clients: GroupClients;
  private readonly host: GroupHost;
  /** Offset of the host's time from the epoch. */
  private readonly startMs: number;
  /** A client's number in its group decides whether it works while only a share of the group does. */
  private readonly numbers: number[] = [];

  constructor(clients: GroupClients, host: GroupHost, startMs: number) {
    this.clients = clients;
    this.host = host;
    this.startMs = startMs;
  }

  /** The clients of a group begin to think. */
  open(group: BoundGroup): void {
    for (let i = 0; i < group.demand.count; i++) {
      const visit = this.clients.open(group);
      this.numbers[visit] = i;
      this.think(visit, group);
    }
  }

  /** The number of a client in its group. 0 if it is in none. */
  numberOf(visit: number): number {
    return this.numbers[visit] ?? 0;
  }

  think(visit: number, group: BoundGroup, atLeastMs = 1): void {
    const { host } = this;
    host.clients.visits.phase[visit] = AWAY.thinking;
    const thinkMs = Math.max(atLeastMs, wholeMs(group.thinkMs.take()));
    this.clients.setTimer(visit, host.nowMs + thinkMs);
  }

  /** A client has thought, and asks. */
  beginRound(visit: number): void {
    const { host, clients } = this;
    const { visits } = host.clients;
    const group = clients.groupOf(visit);
    const { nowMs } = host;
    const { value, untilMs } = group.working(this.startMs + nowMs);
    if ((this.numbers[visit] as number) >= value * group.demand.count) {
      // Out of hours: the client comes back when the next stretch begins.
      if (untilMs < Number.POSITIVE_INFINITY) {
        clients.setTimer(visit, Math.max(nowMs + 1, Math.ceil(untilMs - this.startMs)));
      }
      return;
    }
    this.closeIdle(group);
    clients.beginRound(visit);
    visits.cpuMs[visit] = group.cpuMs.take();
    visits.waitMs[visit] = group.waitMs.take();
    if (group.idleSinceMs.length > 0) {
      group.idleSinceMs.pop();
      host.clients.use(visit);
    } else if (group.deadSinceMs.length > 0) {
      group.deadSinceMs.pop();
      host.clientLog.foundDead(group.demand.pool.prePing);
      clients.connect(visit);
    } else if (group.sockets < group.demand.pool.max) {
      group.sockets++;
      clients.connect(visit);
    } else {
      visits.phase[visit] = AWAY.wantsSocket;
      group.wanting.push(visit);
    }
  }

  /** A connection goes to the next who wants it in its pool, or idles there. */
  putBack(group: BoundGroup): void {
    const { host } = this;
    const next = group.wanting.shift();
    if (next >= 0) {
      host.clients.use(next);
      return;
    }
    group.idleSinceMs.push(host.nowMs);
    const { idleMs } = group.demand.pool;
    if (idleMs !== null && !host.isIdleAlarmSet(group.number)) {
      host.setIdleAlarm(group.number, (group.idleSinceMs[0] as number) + idleMs);
    }
  }

  /** Idle connections that are older than their pool keeps them are closed. */
  closeIdle(group: BoundGroup): void {
    const { idleMs } = group.demand.pool;
    if (idleMs === null) return;
    const { host } = this;
    const { nowMs } = host;
    const tooOld = (sinceMs: number | undefined) => sinceMs !== undefined && sinceMs + idleMs <= nowMs;
    while (tooOld(group.deadSinceMs[0])) {
      group.deadSinceMs.shift();
      group.sockets--;
    }
    while (tooOld(group.idleSinceMs[0])) {
      group.idleSinceMs.shift();
      group.sockets--;
      host.clients.close(group.demand.route);
    }
    host.setIdleAlarm(group.number, (group.idleSinceMs[0] ?? Number.POSITIVE_INFINITY) + idleMs);
  }

  /** A connection is lost. Its place in the pool is free: whoever wants one opens a connection of its own. */
  loseSocket(group: BoundGroup): void {
    group.sockets--;
    const next = group.wanting.shift();
    if (next < 0) return;
    group.sockets++;
    // At the next instant, so that a failure of many does not run through all of them in one call.
    this.host.clients.visits.phase[next] = AWAY.backingOff;
    this.clients.setTimer(next, this.host.nowMs + 1);
  }

  /** All idle connections die, and the pool does not notice. */
  die(group: BoundGroup): void {
    group.deadSinceMs.push(...group.idleSinceMs);
    group.idleSinceMs.length = 0;
    this.host.setIdleAlarm(group.number, Number.POSITIVE_INFINITY);
  }
}
