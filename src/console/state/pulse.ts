import { browser } from '../browser.ts';

/** Listeners are called at most once in this time, however many beats there are. */
const BEAT_EVERY_MS = 150;

/** Tells all live values that something in the service has changed. */
export class Pulse {
  private readonly listeners = new Set<() => void>();
  private isDue = false;

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Notes a change. Listeners are called soon, once for all changes until then. */
  beat(): void {
    if (this.isDue) return;
    this.isDue = true;
    browser.after(BEAT_EVERY_MS, () => {
      this.isDue = false;
      for (const listener of [...this.listeners]) listener();
    });
  }
}
