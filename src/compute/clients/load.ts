import { MINUTE_MS, SECOND_MS } from '../../facts/index.ts';
import type { Cpu } from '../resources/cpu.ts';
import type { Limits } from '../resources/limits.ts';
import type { RefusalKey } from './refusals.ts';

/** All loads of a compute as one: rates add up, and so do limits, connections and memory. */
export interface LoadTotal {
  vcpu: number;
  /** Queries and pages in each millisecond. */
  queries: number;
  pages: number;
  concurrency: number;
  connections: number;
  memoryBytes: number;
}

/** The ports that a load needs. */
export interface LoadHost {
  readonly nowMs: number;
  /** The compute runs and lets clients in. */
  readonly accepts: boolean;
  /** The compute has not been deleted. */
  readonly exists: boolean;
  /** The load knocks at a compute that does not run. */
  knock(client: null): void;
  cpuChanged(): void;
  touch(): void;
  readonly settings: { readonly limits: Limits };
  readonly clients: { readonly connections: { readonly count: number; noteAll(): void } };
  readonly machine: {
    readonly memory: { changed(): void };
    readonly pages: { setLoad(pagesPerMs: number): void };
  };
}

/** Where the load of a compute comes from, and whoever hears what becomes of it. */
export interface LoadFeedPorts {
  /** The demand now. */
  readonly asked: LoadTotal;
  /** When that changes next, as far as is known. */
  readonly changesMs: number;
  /** Sets the alarm for the next try, which wants to hear of it in `comeBack`; Infinity: there is none. */
  scheduleReturn(atMs: number): void;
  /** The compute serves the load, which asked for nothing before. */
  opened(): void;
  refused(key: RefusalKey, connections: number): void;
}

export type SavedLoad = Pick<ComputeLoad, 'waits' | 'connections' | 'memoryBytes' | 'returnsAtMs'>;

/** The load of one compute: it knocks, waits, connects, takes its memory, is refused and comes back like clients. */
export class ComputeLoad {
  /** It waits for a compute that does not run yet. */
  waits = false;
  connections = 0;
  memoryBytes = 0;
  /** When it comes back after it was refused or cut off; Infinity: it need not. */
  returnsAtMs = Number.POSITIVE_INFINITY;
  private readonly cpu: Cpu;
  private readonly host: LoadHost;
  private readonly feed: LoadFeedPorts;

  constructor(cpu: Cpu, host: LoadHost, feed: LoadFeedPorts) {
    this.cpu = cpu;
    this.host = host;
    this.feed = feed;
  }

  /** Goes on from where a load stood. */
  resume({ waits, connections, memoryBytes, returnsAtMs }: SavedLoad): void {
    this.waits = waits;
    this.connections = connections;
    this.memoryBytes = memoryBytes;
    this.returnsAtMs = returnsAtMs;
    this.feed.scheduleReturn(returnsAtMs);
  }

  /** It asks for processors, or has not had all that it asked for. */
  get isBusy(): boolean {
    return this.cpu.flow > 0 || this.cpu.backlogAt(this.host.nowMs) > 0;
  }

  /** Asks for what is wanted now. It wakes a compute that sleeps, like a client that knocks, and queues meanwhile. */
  apply(): void {
    const { host, feed, cpu } = this;
    const { asked } = feed;
    const { vcpu, queries, pages, concurrency, connections, memoryBytes } = asked;
    if (vcpu > 0 && !host.accepts && !this.waits) {
      host.knock(null);
      if (!this.waits && !host.accepts) {
        this.giveUp();
        return;
      }
    }
    const wasBusy = cpu.flow > 0;
    cpu.setFlow(vcpu, vcpu > 0 ? vcpu / queries : 1, concurrency, host.nowMs);
    host.cpuChanged();
    if (!host.accepts) return;
    // Who was cut off must not come back, and be refused, a second time.
    this.stayAway();
    if (vcpu > 0 && !wasBusy) feed.opened();
    host.machine.pages.setLoad(pages);
    // The end of a load is activity too: inactivity counts from there.
    if (vcpu > 0 || wasBusy) host.touch();
    this.connect(connections);
    this.memoryBytes = memoryBytes;
    host.clients.connections.noteAll();
    host.machine.memory.changed();
  }

  /** The alarm of the next try went off, or something else is wanted before. */
  comeBack(): void {
    this.stayAway();
    this.apply();
  }

  /** It is refused: what it wanted is not asked for again, and it comes back a minute later, if ever. */
  giveUp(): void {
    const { host, cpu } = this;
    cpu.setFlow(0, 1, Number.POSITIVE_INFINITY, host.nowMs);
    cpu.forgetBacklog(host.nowMs);
    host.cpuChanged();
    if (host.exists) this.comeBackAfter(MINUTE_MS);
  }

  /** It is refused, if it waits for a start. */
  refuseWaiting(key: RefusalKey): void {
    if (!this.waits) return;
    this.waits = false;
    this.feed.refused(key, 1);
    this.giveUp();
  }

  /** The machine is gone. Whoever is cut off in the middle comes back within a second, if there is something to come back to. */
  lose(mayReturn: boolean): void {
    if (this.cpu.flow === 0) return;
    if (mayReturn) this.comeBackAfter(SECOND_MS);
    else this.giveUp();
  }

  /** Its connections are cut; how many there were. */
  drop(key: RefusalKey): number {
    const { connections } = this;
    this.connections = 0;
    if (connections > 0) this.feed.refused(key, connections);
    return connections;
  }

  /** Memory has run out, and all sessions end. How many connections it had. */
  kill(): number {
    // A load that names no connections has one at least.
    if (this.memoryBytes > 0 && this.connections === 0) this.feed.refused('memory', 1);
    this.memoryBytes = 0;
    this.comeBackAfter(SECOND_MS);
    return this.drop('memory');
  }

  private comeBackAfter(ms: number): void {
    const atMs = this.host.nowMs + ms;
    if (this.feed.asked.vcpu === 0 || atMs >= this.returnsAtMs) return;
    this.returnsAtMs = atMs;
    this.feed.scheduleReturn(atMs);
  }

  private stayAway(): void {
    if (this.returnsAtMs === Number.POSITIVE_INFINITY) return;
    this.returnsAtMs = Number.POSITIVE_INFINITY;
    this.feed.scheduleReturn(Number.POSITIVE_INFINITY);
  }

  private connect(wanted: number): void {
    const { settings, clients } = this.host;
    const room = settings.limits.clientConnections - clients.connections.count;
    if (wanted > room && wanted > this.connections) this.feed.refused('connections', wanted - room);
    this.connections = Math.min(wanted, Math.max(0, room));
  }
}
