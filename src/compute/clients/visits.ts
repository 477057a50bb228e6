/** The phases of a visit. */
export const VISIT_PHASE = {
  free: 0,
  /** It waits in the connection queue of a compute that does not run yet. */
  held: 1,
  /** It is connected to the pooler, and waits for a server connection. */
  queued: 2,
  /** Its query is off the CPU. */
  waiting: 3,
  onCpu: 4,
  /** Its query found the disk full, and fails at once. */
  failing: 5,
  /** From here on, the owner controls the visit. */
  away: 6,
} as const;

/**
 * The visits of one compute, as columns. A visit is a client with a request: to connect, or to run a query.
 * Numbers are reused.
 */
export class Visits {
  phase = new Uint8Array(16);
  /** The beginning of the current request: to connect, or to have a query done. */
  bornMs = new Float64Array(16);
  cpuMs = new Float64Array(16);
  waitMs = new Float64Array(16);
  /** Memory and temporary disk that the query holds. */
  memoryBytes = new Float64Array(16);
  temporaryBytes = new Float64Array(16);
  /**
   * The generation of a number. It grows with each visit, query and turn in a queue. A reference to an older
   * generation is void.
   */
  use = new Int32Array(16);
  private readonly free: number[] = [];
  private length = 0;

  open(nowMs: number): number {
    const visit = this.free.pop() ?? this.add();
    this.bornMs[visit] = nowMs;
    this.memoryBytes[visit] = 0;
    this.temporaryBytes[visit] = 0;
    return visit;
  }

  /** Opens exactly the visits with these numbers. */
  reopen(visits: readonly number[]): void {
    const open = new Set(visits);
    const length = Math.max(-1, ...visits) + 1;
    while (this.length < length) this.add();
    for (let visit = length - 1; visit >= 0; visit--) if (!open.has(visit)) this.free.push(visit);
  }

  close(visit: number): void {
    this.phase[visit] = VISIT_PHASE.free;
    this.use[visit] = (this.use[visit] as number) + 1;
    this.free.push(visit);
  }

  get size(): number {
    return this.length;
  }

  /** The numbers that are free, the next one last. */
  get freeNumbers(): readonly number[] {
    return this.free;
  }

  /** Takes over the numbers of a fast path: how many were ever in use, and those that are free. */
  setNumbers(size: number, free: readonly number[]): void {
    while (this.length < size) this.add();
    this.free.length = 0;
    for (const visit of free) this.free.push(visit);
  }

  private add(): number {
    if (this.length === this.phase.length) this.grow();
    return this.length++;
  }

  private grow(): void {
    const length = 2 * this.phase.length;
    this.phase = copied(new Uint8Array(length), this.phase);
    this.bornMs = copied(new Float64Array(length), this.bornMs);
    this.cpuMs = copied(new Float64Array(length), this.cpuMs);
    this.waitMs = copied(new Float64Array(length), this.waitMs);
    this.memoryBytes = copied(new Float64Array(length), this.memoryBytes);
    this.temporaryBytes = copied(new Float64Array(length), this.temporaryBytes);
    this.use = copied(new Int32Array(length), this.use);
  }
}

function copied<A extends { set(from: A): void }>(to: A, from: A): A {
  to.set(from);
  return to;
}
