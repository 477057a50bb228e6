import { SECOND_MS } from '../../facts/index.ts';
import { High } from '../resources/high.ts';
import type { Route, ServingCompute } from './client-ports.ts';
import type { RefusalKey } from './refusals.ts';

/** As measured: docs/reality.md. */
const CLOSING_SHARE = 0.4;

/** The open connections of the clients of one compute, within its limits. */
export class Connections {
  /**
   * `direct`: clients to Postgres. `serverBusy`: pooler to Postgres, in use. `pooled`: clients to the pooler.
   */
  direct = 0;
  serverBusy = 0;
  pooled = 0;
  /** The maximum of open connections to Postgres, with those of the load. */
  readonly atOnce = new High();
  /** The maximum of connections to the pooler, and of connections to Postgres without those of the load. */
  peakPooled = 0;
  peakOwn = 0;
  /** The most connections that clients opened in the first second after a wake. */
  mostInFirstSecond = 0;
  /** The same, for the last wake. */
  inFirstSecond = 0;
  /** The last start of the compute. */
  runsSinceMs = Number.NEGATIVE_INFINITY;
  private readonly compute: ServingCompute;

  constructor(compute: ServingCompute) {
    this.compute = compute;
  }

  /** The clients' connections to Postgres, direct or through the pooler. */
  get count(): number {
    return this.direct + this.serverBusy;
  }

  /** The compute runs from now on. */
  begin(): void {
    this.runsSinceMs = this.compute.nowMs;
    this.inFirstSecond = 0;
  }

  /** The most connections to Postgres for clients. The load's connections also count towards the limit. */
  get limit(): number {
    const { settings, load } = this.compute;
    return settings.limits.clientConnections - load.connections;
  }

  /** Whether Postgres accepts one more connection. */
  get hasRoom(): boolean {
    return this.count < this.limit;
  }

  /**
   * How many more connections do not exceed the recent maximum. 0 in the first second after a wake, because
   * those connections are counted separately.
   */
  get roomUnnoticed(): number {
    const { compute } = this;
    if (compute.nowMs - this.runsSinceMs < SECOND_MS) return 0;
    const room = Math.min(this.limit - this.count, this.atOnce.above(compute.connections));
    return Math.max(0, room);
  }

  /** Opens a connection. Returns the reason for a refusal, or null. */
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

  /** Like `open('direct')`, for a caller that has checked for room and touches the compute itself. */
  openDirect(): void {
    this.direct++;
    this.opened();
  }

  /** The CPU time of Postgres for the beginning of a connection, which its first query waits for. */
  openingCpuMs(route: Route, queryCpuMs: number): number {
    return (1 - CLOSING_SHARE) * this.cpuMs(route, queryCpuMs);
  }

  /** The CPU time of Postgres for the end of a connection, which nobody waits for. */
  closingCpuMs(route: Route, queryCpuMs: number): number {
    return CLOSING_SHARE * this.cpuMs(route, queryCpuMs);
  }

  /** The pooler keeps its server connections. A query without CPU time stands for time alone. */
  private cpuMs(route: Route, queryCpuMs: number): number {
    return route === 'direct' && queryCpuMs > 0 ? this.compute.machine.connectionCpuMs : 0;
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

  /** The pooler opens a connection to Postgres. The caller has checked for room. */
  openServer(): void {
    this.serverBusy++;
    this.grown();
  }

  /**
   * Whether the pooler may open one more server connection: within its pool size and the limit of Postgres.
   */
  get hasRoomForServer(): boolean {
    return this.serverBusy < this.compute.settings.limits.poolSize && this.hasRoom;
  }

  /** Ends all connections at once, with those of the load. */
  drop(ofLoad: number): void {
    const connections = this.direct + this.pooled + ofLoad;
    if (connections > 0) this.compute.clientLog.dropped(connections);
    this.direct = 0;
    this.pooled = 0;
    this.serverBusy = 0;
  }

  /** Updates the maximum of open connections after those of the load have changed. */
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
