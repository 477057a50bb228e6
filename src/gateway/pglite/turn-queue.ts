import { after } from '../timer.ts';

/** A user of the turn queue. */
export interface Taker {
  /** The taker has the turn until it leaves. */
  takes(): void;
  /** The taker has waited too long, and is no longer in the queue. */
  refused(): void;
  /** The queue has ended. */
  died(why: Error): void;
}

/** A first-in first-out queue for something that serves one user at a time. */
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

  /** Gives up the turn, or the place in the queue. */
  leave(taker: Taker): void {
    this.waiting.get(taker)?.();
    this.waiting.delete(taker);
    if (this.holder !== taker) return;
    this.holder = undefined;
    this.next();
  }

  /** Ends the wait of all. */
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
