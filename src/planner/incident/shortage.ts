import { SECOND_MS } from '../../facts/index.ts';

/** A time in which one client or more waited without a break. */
export interface Wait {
  readonly fromMs: number;
  readonly untilMs: number;
  /**
   * The most that waited at once, and the size at that time. For the cache, the share of reads that it
   * missed.
   */
  readonly most: number;
  readonly cu: number;
}

/** The waits for one resource. Waits of less than a second are normal, and are not kept. */
export class Shortage {
  readonly waits: Wait[] = [];
  private fromMs: number | null = null;
  private most = 0;
  private cu = 0;

  get isOpen(): boolean {
    return this.fromMs !== null;
  }

  begin(fromMs: number): void {
    this.fromMs = fromMs;
    this.most = 0;
  }

  note(count: number, cu: number): void {
    if (count <= this.most) return;
    this.most = count;
    this.cu = cu;
  }

  end(untilMs: number): void {
    const { fromMs, most, cu } = this;
    this.fromMs = null;
    if (fromMs !== null && untilMs - fromMs >= SECOND_MS) this.waits.push({ fromMs, untilMs, most, cu });
  }
}
