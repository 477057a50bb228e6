/** How the proxy treats clients that meet at a wake. */
export interface WakeAdmissionRule {
  /** Share of the further clients that are refused, 0 to 1. */
  readonly refusedShare: number;
  /** How long after the start further clients are refused. */
  readonly forMs: number;
}

/** The end of the time in which further clients may be refused, as plain data. Null if none may be. */
export type SavedAdmission = number | 'after start' | null;

interface AdmissionHost {
  readonly nowMs: number;
  /** Null if the proxy admits everybody. */
  readonly wakeAdmission: WakeAdmissionRule | null;
  /** Returns a uniform draw, 0 < u < 1. */
  drawAdmission(): number;
}

/**
 * The proxy's refusals around a wake. The first client that waits for the wake is admitted. From then on until some
 * time after the start, a further client may be refused. A load is never refused, but it may be the first client.
 */
export class WakeAdmission {
  /** The end of the time in which clients are refused. Infinity before the start. */
  private untilMs = Number.NEGATIVE_INFINITY;
  private readonly host: AdmissionHost;

  constructor(host: AdmissionHost) {
    this.host = host;
  }

  /** Whether a client that connects now may be refused. */
  get mayRefuse(): boolean {
    return this.host.nowMs < this.untilMs;
  }

  /** Whether the client that connects now is refused. Each call needs a draw of its own. */
  refuses(): boolean {
    const { wakeAdmission } = this.host;
    return this.mayRefuse && wakeAdmission !== null && this.host.drawAdmission() < wakeAdmission.refusedShare;
  }

  /** A client waits for a wake. */
  clientWaits(): void {
    if (this.host.wakeAdmission !== null && !this.mayRefuse) this.untilMs = Number.POSITIVE_INFINITY;
  }

  /** The compute has started. */
  started(): void {
    const { nowMs, wakeAdmission } = this.host;
    if (this.untilMs === Number.POSITIVE_INFINITY) this.untilMs = nowMs + (wakeAdmission?.forMs ?? 0);
  }

  /** The wake is over: the compute stops, or nobody waits for it any more. */
  end(): void {
    this.untilMs = Number.NEGATIVE_INFINITY;
  }

  saved(): SavedAdmission {
    if (!this.mayRefuse) return null;
    return this.untilMs === Number.POSITIVE_INFINITY ? 'after start' : this.untilMs;
  }

  resume(saved: SavedAdmission): void {
    this.untilMs = saved === 'after start' ? Number.POSITIVE_INFINITY : (saved ?? Number.NEGATIVE_INFINITY);
  }
}
