import type { Limits } from '../../compute/index.ts';

/** Limits of a compute, and from when on it ran with them. */
interface LimitsInForce {
  readonly fromMs: number;
  readonly limits: Limits;
}

/** The limits that a compute ran with. A change of its settings comes into force when it starts with them. */
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

  /** The compute starts. */
  start(limits: Limits, fromMs: number): void {
    const before = this.inForce;
    const names = Object.keys(limits) as (keyof Limits)[];
    if (names.every((name) => limits[name] === before[name])) return;
    this.last = { fromMs, limits };
    this.entries.push(this.last);
  }
}
