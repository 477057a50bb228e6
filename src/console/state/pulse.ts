import { browser } from '../browser.ts';

/** However many beats come, listeners are called once in this time. */
const BEAT_EVERY_MS = 150;

/** Tells everything that shows the service that something there has changed. */
export class Pulse {
  private readonly listeners = new Set<() => void>();
  private isDue = false;

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Something has changed; it is told soon, together with what else changes until then. */
  beat(): void {
    if (this.isDue) return;
    this.isDue = true;
    browser.after(BEAT_EVERY_MS, () => {
      this.isDue = false;
      for (const listener of [...this.listeners]) listener();
    });
  }
}
