import { High, type RefusalKey } from '../../compute/index.ts';
import { SECOND_MS } from '../../facts/index.ts';
import type { Route } from '../../workload/index.ts';
import type { Agenda } from '../agenda/agenda.ts';
import { EVENT } from '../recorder/event-kinds.ts';
import type { Served } from '../served.ts';

/** The open connections of one compute's clients, within its limits. */
export class Connections {
  /** Straight to Postgres; of the pooler to Postgres, in use; of clients to the pooler. */
  direct = 0;
  serverBusy = 0;
  pooled = 0;
  /** Of those to Postgres, with those of the flow. */
  readonly atOnce = new High();
  /** The most at once to the pooler. */
  peakPooled = 0;
  /** Connections in the first second after a wake, of the wake that had most. */
  mostInFirstSecond = 0;
  private inFirstSecond = 0;
  private runsSinceMs = Number.NEGATIVE_INFINITY;
  private readonly compute: Served;
  private readonly agenda: Agenda;

  constructor(compute: Served, agenda: Agenda) {
    this.compute = compute;
    this.agenda = agenda;
  }

  /** Those to Postgres. */
  get count(): number {
    return this.direct + this.serverBusy;
  }

  /** The compute runs from now on. */
  begin(): void {
    this.runsSinceMs = this.agenda.nowMs;
    this.inFirstSecond = 0;
  }

  /** Postgres takes one more client straight. */
  get hasRoom(): boolean {
    return this.count < this.compute.clientRoom;
  }

  /**
   * So many more, as there have been at once before, but not in the first second after a wake, which is counted apart.
   */
  get roomUnnoticed(): number {
    const { compute, agenda } = this;
    if (agenda.nowMs - this.runsSinceMs < SECOND_MS) return 0;
    const room = Math.min(compute.clientRoom - this.count, this.atOnce.above(compute.connections));
    return Math.max(0, room);
  }

  /** A client connects; what forbids it, if something does. */
  open(route: Route): RefusalKey | null {
    if (route === 'direct') {
      if (!this.hasRoom) return 'connections';
      this.direct++;
    } else {
      if (this.pooled >= this.compute.limits.pooledClients) return 'pooledClients';
      this.pooled++;
    }
    this.compute.touch();
    this.opened();
    return null;
  }

  /** As `open` does it, for who knows that there is room and touches the compute. */
  openDirect(): void {
    this.direct++;
    this.opened();
  }

  private opened(): void {
    this.countOpened();
    this.grown();
  }

  private countOpened(): void {
    const { compute } = this;
    compute.journal.count(EVENT.connectionOpened);
    if (this.agenda.nowMs - this.runsSinceMs < SECOND_MS) {
      this.inFirstSecond++;
      compute.wakes.connectsInFirstSecond++;
      if (this.inFirstSecond > this.mostInFirstSecond) this.mostInFirstSecond = this.inFirstSecond;
    }
  }

  /** A client would be served at once: by a connection that it has (`isOpen`), or by one of its own. */
  passes(route: Route, isOpen: boolean): boolean {
    if (route === 'direct') return isOpen || this.hasRoom;
    return (isOpen || this.pooled < this.compute.limits.pooledClients) && this.hasRoomForServer;
  }

  /** Such a client has been served, by so many more connections to Postgres, and is gone. */
  pass(route: Route, isOpen: boolean, more: number): void {
    this.atOnce.note(this.compute.connections + more);
    if (isOpen) return;
    this.countOpened();
    if (route === 'pooler' && this.pooled >= this.peakPooled) this.peakPooled = this.pooled + 1;
  }

  /** The pooler opens a connection to Postgres, which has room for it. */
  openServer(): void {
    this.serverBusy++;
    this.grown();
  }

  /** The pooler may open one more: within its own size, and within what Postgres takes. */
  get hasRoomForServer(): boolean {
    return this.serverBusy < this.compute.limits.poolSize && this.hasRoom;
  }

  /** All end at once, with those that loads held. */
  drop(ofLoads: number): void {
    const connections = this.direct + this.pooled + ofLoads;
    if (connections > 0) this.compute.journal.count(EVENT.connectionDropped, { connections }, connections);
    this.direct = 0;
    this.pooled = 0;
    this.serverBusy = 0;
  }

  /** There may be more at once now than ever; the flow of loads is connected beside these. */
  noteAll(): void {
    this.atOnce.note(this.compute.connections);
  }

  private grown(): void {
    this.noteAll();
    if (this.pooled > this.peakPooled) this.peakPooled = this.pooled;
    this.compute.memory.changed();
  }
}
