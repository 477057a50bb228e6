/** What a visit is doing. */
export const PHASE = {
  free: 0,
  /** At the door of a compute that does not run yet. */
  held: 1,
  backingOff: 2,
  /** Connected to the pooler, for a server connection. */
  queued: 3,
  /** Its query is off the CPU. */
  waiting: 4,
  onCpu: 5,
  thinking: 6,
  /** In its own application's pool, for a connection. */
  wantsSocket: 7,
  /** Its query met a full disk, and ends at once. */
  failing: 8,
} as const;

/**
 * Clients that want something of one compute, side by side in columns: a job from its arrival to its end, or one of a
 * closed group of clients for ever. A slot is used again once its visit is over.
 */
export class Visits {
  phase = new Uint8Array(16);
  source = new Int32Array(16);
  /** When the visit, or the client's present round, began. */
  bornMs = new Float64Array(16);
  tries = new Int32Array(16);
  cpuMs = new Float64Array(16);
  waitMs = new Float64Array(16);
  /** Memory that the query holds now, and how many parts of its ramp it has taken. */
  memoryBytes = new Float64Array(16);
  temporaryBytes = new Float64Array(16);
  /** Agenda slot of the visit's one timer; made with the visit's slot. */
  timer = new Int32Array(16);
  /** Grows with each use of a slot, so that what still points to an earlier visit can be told. */
  use = new Int32Array(16);
  private readonly free: number[] = [];
  private length = 0;
  private readonly makeTimer: (visit: number) => number;

  constructor(makeTimer: (visit: number) => number) {
    this.makeTimer = makeTimer;
  }

  open(source: number, nowMs: number): number {
    const visit = this.free.pop() ?? this.add();
    this.source[visit] = source;
    this.bornMs[visit] = nowMs;
    this.tries[visit] = 0;
    this.memoryBytes[visit] = 0;
    this.temporaryBytes[visit] = 0;
    return visit;
  }

  close(visit: number): void {
    this.phase[visit] = PHASE.free;
    this.use[visit] = (this.use[visit] as number) + 1;
    this.free.push(visit);
  }

  get size(): number {
    return this.length;
  }

  private add(): number {
    if (this.length === this.phase.length) this.grow();
    const visit = this.length++;
    this.timer[visit] = this.makeTimer(visit);
    return visit;
  }

  private grow(): void {
    const length = 2 * this.phase.length;
    this.phase = copied(new Uint8Array(length), this.phase);
    this.source = copied(new Int32Array(length), this.source);
    this.bornMs = copied(new Float64Array(length), this.bornMs);
    this.tries = copied(new Int32Array(length), this.tries);
    this.cpuMs = copied(new Float64Array(length), this.cpuMs);
    this.waitMs = copied(new Float64Array(length), this.waitMs);
    this.memoryBytes = copied(new Float64Array(length), this.memoryBytes);
    this.temporaryBytes = copied(new Float64Array(length), this.temporaryBytes);
    this.timer = copied(new Int32Array(length), this.timer);
    this.use = copied(new Int32Array(length), this.use);
  }
}

function copied<A extends { set(from: A): void }>(to: A, from: A): A {
  to.set(from);
  return to;
}
