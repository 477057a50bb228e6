import { after } from '../timer.ts';

/** Who may want the turn. */
export interface Taker {
  /** It is the taker's turn until it leaves. */
  takes(): void;
  /** It has waited for too long, and does no more. */
  refused(): void;
  /** There are no turns any more. */
  died(why: Error): void;
}

/** Whose turn it is at a thing that serves one at a time: those who came first, first. */
export class TurnQueue {
  private holder: Taker | undefined;
  private readonly waiting = new Map<Taker, () => void>();

  constructor(private readonly limitMs: number) {}

  get contended(): boolean {
    return this.waiting.size > 0;
  }

  want(taker: Taker): void {
    if (this.holder === taker || this.waiting.has(taker)) return;
    this.waiting.set(
      taker,
      after(this.limitMs, () => {
        if (this.waiting.delete(taker)) taker.refused();
      }),
    );
    this.next();
  }

  /** Gives up the turn, or the place among those who wait. */
  leave(taker: Taker): void {
    this.waiting.get(taker)?.();
    this.waiting.delete(taker);
    if (this.holder !== taker) return;
    this.holder = undefined;
    this.next();
  }

  /** Nobody waits any longer. */
  end(why: Error): void {
    for (const [taker, forget] of [...this.waiting]) {
      forget();
      this.waiting.delete(taker);
      taker.died(why);
    }
  }

  private next(): void {
    if (this.holder !== undefined) return;
    for (const [taker, forget] of this.waiting) {
      forget();
      this.waiting.delete(taker);
      this.holder = taker;
      taker.takes();
      return;
    }
  }
}
