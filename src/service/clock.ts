/** How the service's time passes: like the wall clock, faster or slower by a factor, or only when it is advanced. */
export type ClockMode =
  | { readonly kind: 'real' }
  | { readonly kind: 'scaled'; readonly speed: number }
  | { readonly kind: 'stopped' };

/** The service's time at a time of the wall clock. It is saved, so that time goes on over a restart. */
export interface SavedClock {
  readonly mode: ClockMode;
  readonly virtualMs: number;
  readonly wallMs: number;
}

/** The service's time as a function of the wall clock. A change of speed leaves no gap and no step back. */
export class Clock {
  private anchor: SavedClock;
  private readonly wall: () => number;

  constructor(wall: () => number, saved: SavedClock) {
    this.wall = wall;
    this.anchor = saved;
  }

  get mode(): ClockMode {
    return this.anchor.mode;
  }

  get saved(): SavedClock {
    return this.anchor;
  }

  get nowMs(): number {
    const { virtualMs, wallMs } = this.anchor;
    return virtualMs + Math.max(0, Math.floor((this.wall() - wallMs) * this.speed));
  }

  setMode(mode: ClockMode): void {
    this.anchor = { mode, virtualMs: this.nowMs, wallMs: this.wall() };
  }

  /** Moves the time forward. */
  moveTo(virtualMs: number): void {
    this.anchor = { ...this.anchor, virtualMs, wallMs: this.wall() };
  }

  /** How long it takes by the wall clock until a time; Infinity if the clock is stopped. */
  wallMsUntil(virtualMs: number): number {
    if (this.speed === 0 || virtualMs === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
    return Math.max(0, Math.ceil((virtualMs - this.nowMs) / this.speed));
  }

  private get speed(): number {
    const { mode } = this.anchor;
    return mode.kind === 'real' ? 1 : mode.kind === 'scaled' ? mode.speed : 0;
  }
}
