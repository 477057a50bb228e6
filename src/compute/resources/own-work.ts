/**
 * The work of Postgres itself, such as checkpoints and vacuum. It grows with the work of queries, and nobody waits for
 * it.
 */
export class OwnWork {
  /** The CPU time that is due, and not begun. */
  owedMs = 0;
  private readonly share: number;

  /** @param share of the CPU time of queries */
  constructor(share: number) {
    this.share = share;
  }

  /** A query took this CPU time. Returns the CPU time of work that begins now, mostly 0. */
  after(queryCpuMs: number): number {
    this.owedMs += this.share * queryCpuMs;
    if (this.owedMs < PORTION_MS) return 0;
    const dueMs = Math.floor(this.owedMs);
    this.owedMs -= dueMs;
    return dueMs;
  }
}

/** With smaller portions, nearly each query would leave a job behind. */
const PORTION_MS = 10;
