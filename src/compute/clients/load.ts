import { MINUTE_MS, SECOND_MS } from '../../facts/index.ts';
import type { Cpu } from '../resources/cpu.ts';
import type { Limits } from '../resources/limits.ts';
import type { RefusalKey } from './refusals.ts';

/** All loads of a compute in one. Rates add up, and so do limits, connections and memory. */
export interface LoadTotal {
  vcpu: number;
  /** Queries and pages per millisecond. */
  queries: number;
  pages: number;
  concurrency: number;
  connections: number;
  memoryBytes: number;
}

/** The ports that a load needs. */
export interface LoadHost {
  readonly nowMs: number;
  /** Whether the compute runs and accepts clients. */
  readonly accepts: boolean;
  /** Whether the compute has been created and not deleted. */
  readonly exists: boolean;
  /** The load connects to a compute that does not run. */
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

/** The source of a compute's load, which is notified of the outcome. */
export interface LoadFeedPorts {
  /** The demand at this time. */
  readonly asked: LoadTotal;
  /** The time of its next known change. */
  readonly changesMs: number;
  /** Sets the alarm for the next attempt. When it fires, the host calls `comeBack`. Infinity clears it. */
  scheduleReturn(atMs: number): void;
  /** The compute begins to serve a load, after a time without one. */
  opened(): void;
  refused(key: RefusalKey, connections: number): void;
}

export type SavedLoad = Pick<ComputeLoad, 'waits' | 'connections' | 'memoryBytes' | 'returnsAtMs'>;

/** The load of one compute. Like clients, it connects, waits, takes memory, is refused and retries. */
export class ComputeLoad {
  /** Whether the load waits for a start of the compute. */
  waits = false;
  connections = 0;
  memoryBytes = 0;
  /** The time of the next attempt after a refusal or a cut. Infinity if none is due. */
  returnsAtMs = Number.POSITIVE_INFINITY;
  private readonly cpu: Cpu;
  private readonly host: LoadHost;
  private readonly feed: LoadFeedPorts;

  constructor(cpu: Cpu, host: LoadHost, feed: LoadFeedPorts) {
    this.cpu = cpu;
    this.host = host;
    this.feed = feed;
  }

  /** Resumes from a saved load. */
  resume({ waits, connections, memoryBytes, returnsAtMs }: SavedLoad): void {
    this.waits = waits;
    this.connections = connections;
    this.memoryBytes = memoryBytes;
    this.returnsAtMs = returnsAtMs;
    this.feed.scheduleReturn(returnsAtMs);
  }

  /** Whether the load asks for CPU, or has a backlog. */
  get isBusy(): boolean {
    return this.cpu.flow > 0 || this.cpu.backlogAt(this.host.nowMs) > 0;
  }

  /**
   * Applies the present demand. It wakes a sleeping compute as a client does, and builds a backlog meanwhile.
   */
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
    // The load is connected now. A retry that is still due would connect, and perhaps be refused, a second
    // time.
    this.stayAway();
    if (vcpu > 0 && !wasBusy) feed.opened();
    host.machine.pages.setLoad(pages);
    // The end of a load is activity too. The scale-to-zero timeout counts from there.
    if (vcpu > 0 || wasBusy) host.touch();
    this.connect(connections);
    this.memoryBytes = memoryBytes;
    host.clients.connections.noteAll();
    host.machine.memory.changed();
  }

  /** Retries: the alarm fired, or the demand changed before it. */
  comeBack(): void {
    this.stayAway();
    this.apply();
  }

  /** The load was refused. It drops its backlog and retries after a minute, if the compute still exists. */
  giveUp(): void {
    const { host, cpu } = this;
    cpu.setFlow(0, 1, Number.POSITIVE_INFINITY, host.nowMs);
    cpu.forgetBacklog(host.nowMs);
    host.cpuChanged();
    if (host.exists) this.comeBackAfter(MINUTE_MS);
  }

  /** Refuses a load that waits for a start. */
  refuseWaiting(key: RefusalKey): void {
    if (!this.waits) return;
    this.waits = false;
    this.feed.refused(key, 1);
    this.giveUp();
  }

  /** The machine is gone. A load that was cut off retries after a second. Without `mayReturn` it gives up. */
  lose(mayReturn: boolean): void {
    if (this.cpu.flow === 0) return;
    if (mayReturn) this.comeBackAfter(SECOND_MS);
    else this.giveUp();
  }

  /** Ends the connections of the load, and frees its memory. Returns the number of connections. */
  drop(key: RefusalKey): number {
    const { connections } = this;
    this.connections = 0;
    this.memoryBytes = 0;
    if (connections > 0) this.feed.refused(key, connections);
    return connections;
  }

  /** Ends all sessions because memory has run out. Returns the number of connections. */
  kill(): number {
    // A load with memory has at least one connection, even if the demand names none.
    if (this.memoryBytes > 0 && this.connections === 0) this.feed.refused('memory', 1);
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
