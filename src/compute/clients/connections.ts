import { SECOND_MS } from '../../facts/index.ts';
import { High } from '../resources/high.ts';
import type { Route, ServingCompute } from './client-ports.ts';
import type { RefusalKey } from './refusals.ts';

/** The open connections of one compute's clients, within its limits. */
export class Connections {
  /** Straight to Postgres; of the pooler to Postgres, in use; of clients to the pooler. */
  direct = 0;
  serverBusy = 0;
  pooled = 0;
  /** Of those to Postgres, with those of the load. */
  readonly atOnce = new High();
  /** The most at once to the pooler, and of clients to Postgres. */
  peakPooled = 0;
  peakOwn = 0;
  /** Connections in the first second after a wake, of the wake that had most. */
  mostInFirstSecond = 0;
  /** Connections in the first second after the last wake. */
  inFirstSecond = 0;
  private runsSinceMs = Number.NEGATIVE_INFINITY;
  private readonly compute: ServingCompute;

  constructor(compute: ServingCompute) {
    this.compute = compute;
  }

  /** Those to Postgres. */
  get count(): number {
    return this.direct + this.serverBusy;
  }

  /** The compute runs from now on. */
  begin(): void {
    this.runsSinceMs = this.compute.nowMs;
    this.inFirstSecond = 0;
  }

  /** So many connections to Postgres may clients have, beside those of the load. */
  private get limit(): number {
    const { settings, load } = this.compute;
    return settings.limits.clientConnections - load.connections;
  }

  /** Postgres takes one more client straight. */
  get hasRoom(): boolean {
    return this.count < this.limit;
  }

  /**
   * So many more, as there have been at once before, but not in the first second after a wake, which is counted apart.
   */
  get roomUnnoticed(): number {
    const { compute } = this;
    if (compute.nowMs - this.runsSinceMs < SECOND_MS) return 0;
    const room = Math.min(this.limit - this.count, this.atOnce.above(compute.connections));
    return Math.max(0, room);
  }

  /** A client connects; what forbids it, if something does. */
  open(route: Route): RefusalKey | null {
    if (route === 'direct') {
      if (!this.hasRoom) return 'connections';
      this.direct++;
    } else {
      if (this.pooled >= this.compute.settings.limits.pooledClients) return 'pooledClients';
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
    compute.clientLog.opened();
    if (this.compute.nowMs - this.runsSinceMs < SECOND_MS) {
      this.inFirstSecond++;
      if (this.inFirstSecond > this.mostInFirstSecond) this.mostInFirstSecond = this.inFirstSecond;
    }
  }

  /** A client would be served at once: by a connection that it has (`isOpen`), or by one of its own. */
  passes(route: Route, isOpen: boolean): boolean {
    if (route === 'direct') return isOpen || this.hasRoom;
    return (isOpen || this.pooled < this.compute.settings.limits.pooledClients) && this.hasRoomForServer;
  }

  /** Such a client has opened a connection of its own, and is gone. */
  pass(): void {
    this.countOpened();
  }

  /** The most at once, after some such clients one after the other, each by so many more connections to Postgres. */
  notePassed(route: Route, isOpen: boolean, more: number): void {
    this.atOnce.note(this.compute.connections + more);
    if (this.count + more > this.peakOwn) this.peakOwn = this.count + more;
    if (!isOpen && route === 'pooler' && this.pooled >= this.peakPooled) this.peakPooled = this.pooled + 1;
  }

  /** The pooler opens a connection to Postgres, which has room for it. */
  openServer(): void {
    this.serverBusy++;
    this.grown();
  }

  /** The pooler may open one more: within its own size, and within what Postgres takes. */
  get hasRoomForServer(): boolean {
    return this.serverBusy < this.compute.settings.limits.poolSize && this.hasRoom;
  }

  /** All end at once, with those that the load held. */
  drop(ofLoad: number): void {
    const connections = this.direct + this.pooled + ofLoad;
    if (connections > 0) this.compute.clientLog.dropped(connections);
    this.direct = 0;
    this.pooled = 0;
    this.serverBusy = 0;
  }

  /** There may be more at once now than ever; the load is connected beside these. */
  noteAll(): void {
    this.atOnce.note(this.compute.connections);
  }

  private grown(): void {
    this.noteAll();
    if (this.pooled > this.peakPooled) this.peakPooled = this.pooled;
    if (this.count > this.peakOwn) this.peakOwn = this.count;
    this.compute.machine.memory.changed();
  }
}
