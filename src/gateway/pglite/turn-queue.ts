import { timerAfter } from '../timer.ts';

/** A user of the turn queue. */
export interface TurnTaker {
  /** The taker has the turn until it leaves. */
  turnBegins(): void;
  /** The taker has waited too long, and is no longer in the queue. */
  refused(): void;
  /** The queue has ended. */
  died(why: Error): void;
}

/** A first-in first-out queue for something that serves one user at a time. */
export class TurnQueue {
  private holder: TurnTaker | undefined;
  private readonly waiting = new Map<TurnTaker, () => void>();

  constructor(private readonly limitMs: number) {}

  get contended(): boolean {
    return this.waiting.size > 0;
  }

  request(taker: TurnTaker): void {
    if (this.holder === taker || this.waiting.has(taker)) return;
    this.waiting.set(
      taker,
      timerAfter(this.limitMs, () => {
        if (this.waiting.delete(taker)) taker.refused();
      }),
    );
    this.next();
  }

  /** Gives up the turn, or the place in the queue. */
  leave(taker: TurnTaker): void {
    this.waiting.get(taker)?.();
    this.waiting.delete(taker);
    if (this.holder !== taker) return;
    this.holder = undefined;
    this.next();
  }

  /** Ends the wait of all. */
  end(why: Error): void {
    for (const [taker, cancelTimeout] of [...this.waiting]) {
      cancelTimeout();
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
      taker.turnBegins();
      return;
    }
  }
}
