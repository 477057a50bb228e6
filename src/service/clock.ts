/** How the service's time passes: like the wall clock, faster or slower by a factor, or only when it is advanced. */
export type ClockMode =
  | { readonly kind: 'real' }
  | { readonly kind: 'scaled'; readonly speed: number }
  | { readonly kind: 'stopped' };

/** Reads a mode as users write it. Null if it is none. */
export function clockMode(text: string): ClockMode | null {
  if (text === 'real' || text === 'stopped') return { kind: text };
  const speed = /^(\d{1,6}(?:\.\d{1,6})?)x$/.exec(text)?.[1];
  if (speed === undefined || Number(speed) <= 0) return null;
  return { kind: 'scaled', speed: Number(speed) };
}

/** Writes a mode as users write it. */
export function clockText(mode: ClockMode): string {
  return mode.kind === 'scaled' ? `${mode.speed}x` : mode.kind;
}

/** The last day with a year of four digits. */
const LAST_MS = Date.UTC(9999, 11, 31);

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

  /** Whether the clock can move forward by this time, and its year still has four digits. */
  hasRoomFor(ms: number): boolean {
    return this.nowMs + ms <= LAST_MS;
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
