/** A time from one instant to another. */
export interface MarkedSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Collects spans in the order of time. Adjacent spans are joined; if there are too many, so are the closest ones. */
export class MarkedSpans {
  private spans: MarkedSpan[] = [];
  private apartMs = 0;

  mark(fromMs: number, untilMs: number): void {
    this.add({ fromMs, untilMs });
    while (this.spans.length > MOST) {
      this.apartMs = Math.max(2 * this.apartMs, untilMs - fromMs);
      const all = this.spans;
      this.spans = [];
      for (const span of all) this.add(span);
    }
  }

  get all(): readonly MarkedSpan[] {
    return this.spans;
  }

  private add({ fromMs, untilMs }: MarkedSpan): void {
    const last = this.spans.at(-1);
    if (last === undefined || fromMs - last.untilMs > this.apartMs) this.spans.push({ fromMs, untilMs });
    else this.spans[this.spans.length - 1] = { fromMs: last.fromMs, untilMs };
  }
}

/** More than a picture can show. */
const MOST = 500;
