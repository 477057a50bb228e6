import type { Limits } from '../../compute/index.ts';

/** The limits of a compute, and the time from which they were in force. */
interface LimitsInForce {
  readonly fromMs: number;
  readonly limits: Limits;
}

/** The limits with which a compute ran. Changed limits come into force at the next start. */
export class LimitLog {
  private readonly entries: [LimitsInForce, ...LimitsInForce[]];
  private last: LimitsInForce;

  constructor(limits: Limits) {
    this.last = { fromMs: 0, limits };
    this.entries = [this.last];
  }

  get all(): readonly LimitsInForce[] {
    return this.entries;
  }

  get inForce(): Limits {
    return this.last.limits;
  }

  at(ms: number): Limits {
    return (this.entries.findLast(({ fromMs }) => fromMs <= ms) ?? this.entries[0]).limits;
  }

  /** Records a start of the compute with these limits. */
  start(limits: Limits, fromMs: number): void {
    const before = this.inForce;
    const names = Object.keys(limits) as (keyof Limits)[];
    if (names.every((name) => limits[name] === before[name])) return;
    this.last = { fromMs, limits };
    this.entries.push(this.last);
  }
}
