import type { RefusalKey } from '../clients/refusals.ts';
import type { ResourceAssumptions } from './limits.ts';
import { MemoryRamps, partsOfMemory, type SavedRamp } from './memory-ramps.ts';

/** The parts of a compute that use its memory, or are affected when it runs out. */
export interface MemoryUsers {
  readonly nowMs: number;
  readonly accepts: boolean;
  /** The open connections to Postgres of clients and of the load. */
  readonly connections: number;
  readonly load: { readonly memoryBytes: number; kill(): number };
  readonly scaling: { wantTick(nowMs: number): void; memoryChanged(bytes: number, nowMs: number): void };
  readonly clients: {
    readonly visits: { readonly use: Int32Array; readonly memoryBytes: Float64Array };
    dropAll(key: RefusalKey, ofLoad: number): void;
  };
  readonly report: {
    /** The kernel has killed a process, when this much memory was in use. */
    memoryKilled(bytes: number): void;
  };
  schedule(alarm: MemoryAlarm, atMs: number): void;
}

/**
 * `memoryRamp`: a query takes the next part of its memory. `memoryKill`: more memory is in use than there is.
 */
export type MemoryAlarm = 'memoryRamp' | 'memoryKill';

export interface SavedMemory {
  /** The memory of queries. */
  readonly bytes: number;
  readonly ramps: readonly SavedRamp[];
}

/** Less than the share at which the autoscaler sees memory pressure, which is 85%. */
const WATCHED_SHARE = 0.8;

/** Whether this much memory has no effect except at a tick: it causes neither memory pressure nor a kill. */
export function isCalm(bytes: number, usableBytes: number): boolean {
  return bytes <= WATCHED_SHARE * usableBytes;
}

/**
 * The memory that no eviction frees: that of the compute itself, of connections, of queries and of the load.
 */
export class Memory {
  highestBytes = 0;
  private bytes: number;
  private usableBytes = 0;
  private readonly baseBytes: number;
  private readonly connectionBytes: number;
  private readonly compute: MemoryUsers;
  readonly ramps: MemoryRamps;

  constructor(compute: MemoryUsers, { baseMemoryBytes, connectionMemoryBytes }: ResourceAssumptions) {
    this.compute = compute;
    this.baseBytes = baseMemoryBytes;
    this.connectionBytes = connectionMemoryBytes;
    this.bytes = baseMemoryBytes;
    this.ramps = new MemoryRamps((atMs) => compute.schedule('memoryRamp', atMs));
  }

  saved(): SavedMemory {
    return {
      bytes: Math.max(0, this.bytes - this.baseBytes),
      ramps: this.ramps.saved((visit) => this.useOf(visit)),
    };
  }

  resume({ bytes, ramps }: SavedMemory): void {
    this.bytes = this.baseBytes + bytes;
    this.ramps.resume(ramps, (visit) => this.useOf(visit));
  }

  /** The memory of the compute itself and of its queries. */
  get ownBytes(): number {
    return this.bytes;
  }

  /** Takes over what a fast path has made of it. */
  set ownBytes(bytes: number) {
    this.bytes = bytes;
  }

  get nonReclaimableBytes(): number {
    return this.bytes + this.compute.load.memoryBytes + this.compute.connections * this.connectionBytes;
  }

  /** Notes that this much memory was in use at once, without an effect except at ticks. */
  noteHighest(bytes: number): void {
    this.highestBytes = Math.max(this.highestBytes, bytes);
  }

  /** Takes memory for a query, in equal parts over the time of its ramp. */
  take(visit: number, bytes: number, rampMs: number): void {
    const use = this.useOf(visit);
    const parts = partsOfMemory(rampMs);
    this.add(visit, use, bytes / parts);
    if (parts > 1) this.ramps.begin(visit, use, bytes / parts, parts - 1, this.compute.nowMs);
  }

  give(bytes: number): void {
    this.bytes -= bytes;
    this.compute.scaling.wantTick(this.compute.nowMs);
  }

  /** Takes the parts of queries' memory that are due. */
  ramp(): void {
    this.ramps.due(this.compute.nowMs, (visit, use, bytes) => this.add(visit, use, bytes));
  }

  /** Whether this much memory has no effect except at a tick, at the present size. */
  isCalm(bytes: number): boolean {
    return isCalm(bytes, this.usableBytes);
  }

  /**
   * Whether this many more connections stay within the highest memory so far, without an effect except at a
   * tick.
   */
  hasRoomUnnoticed(connections: number): boolean {
    const bytes = this.nonReclaimableBytes + connections * this.connectionBytes;
    return bytes <= this.highestBytes && this.isCalm(bytes);
  }

  /** Sets the memory that the present size provides. */
  fit(usableBytes: number): void {
    this.usableBytes = usableBytes;
  }

  changed(): void {
    const { compute } = this;
    const bytes = this.nonReclaimableBytes;
    if (bytes > this.highestBytes) this.highestBytes = bytes;
    if (!compute.accepts) return;
    compute.scaling.memoryChanged(bytes, this.compute.nowMs);
    // The kill is a separate event, because it ends sessions, and one of them may be the caller.
    if (bytes > this.usableBytes) compute.schedule('memoryKill', compute.nowMs);
  }

  /**
   * The kernel kills the process with the most memory. Postgres then ends all others, because it cannot trust
   * its shared memory any more.
   */
  runOut(): void {
    const { compute, nonReclaimableBytes } = this;
    const { report, load, clients } = compute;
    if (!compute.accepts || nonReclaimableBytes <= this.usableBytes) return;
    if (compute.connections === 0 && load.memoryBytes === 0) return;
    report.memoryKilled(nonReclaimableBytes);
    this.ramps.clear();
    clients.dropAll('memory', load.kill());
  }

  /** Frees all memory, because the machine is gone. */
  clear(): void {
    this.ramps.clear();
    this.bytes = this.baseBytes;
    this.compute.schedule('memoryKill', Number.POSITIVE_INFINITY);
  }

  private add(visit: number, use: number, bytes: number): boolean {
    const { visits } = this.compute.clients;
    if (visits.use[visit] !== use || !this.compute.accepts) return false;
    visits.memoryBytes[visit] = (visits.memoryBytes[visit] as number) + bytes;
    this.bytes += bytes;
    this.changed();
    return visits.use[visit] === use;
  }

  private useOf(visit: number): number {
    return this.compute.clients.visits.use[visit] as number;
  }
}
