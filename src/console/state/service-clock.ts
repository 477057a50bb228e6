import type { ClockView } from '../api/shapes.ts';
import { browser } from '../browser.ts';

/** The service's time, extrapolated from the last answer. Without the control API, it is the time of the browser. */
export class ServiceClock {
  view: ClockView | null = null;
  private takenAtWallMs = 0;

  get isKnown(): boolean {
    return this.view !== null;
  }

  get nowMs(): number {
    if (this.view === null) return browser.wallMs();
    const passedMs = (browser.wallMs() - this.takenAtWallMs) * this.speed;
    return Date.parse(this.view.now) + Math.max(0, Math.floor(passedMs));
  }

  get mode(): string {
    return this.view?.mode ?? 'real';
  }

  get nextEventMs(): number | null {
    const at = this.view?.next_event_at ?? null;
    return at === null ? null : Date.parse(at);
  }

  update(view: ClockView): void {
    this.view = view;
    this.takenAtWallMs = browser.wallMs();
  }

  private get speed(): number {
    if (this.mode === 'stopped') return 0;
    return this.mode === 'real' ? 1 : Number.parseFloat(this.mode);
  }
}
