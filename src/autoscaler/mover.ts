import type { QuarterCu } from '../facts/index.ts';
import { type Bounds, bound } from './bounds.ts';
import type { AutoscalerConfig } from './config.ts';
import { deniesDownscale, underMemoryPressure } from './memory-guard.ts';

/** What the autoscaler waits for. Each wait ends at its instant; one that is over holds nothing back. */
export interface Waits {
  /** A step down takes a round trip before the next one. */
  readonly stepDownUntilMs: number;
  /** A denied step down is not asked for again before this. */
  readonly denialUntilMs: number;
  /** Memory pressure was answered; it asks again after this. */
  readonly pressureUntilMs: number;
}

export const NO_WAITS: Waits = { stepDownUntilMs: 0, denialUntilMs: 0, pressureUntilMs: 0 };

/** What became of a wish for less. */
export type DownOutcome =
  | 'none wanted'
  | 'metrics missing'
  | 'step under way'
  | 'denied lately'
  | 'denied'
  | 'stepped down';

/**
 * The moves of one compute's size: up at once and straight to the goal; down a quarter CU at a time, and only on
 * complete metrics. It makes no objects, since the engine asks millions of times; `decide` puts a move into words.
 */
export class Mover implements Waits {
  stepDownUntilMs: number;
  denialUntilMs: number;
  pressureUntilMs: number;
  /** Of the last move: whether memory pressure asked for more, what was wanted before the bounds, and what came of it. */
  pressed = false;
  wish = 0 as QuarterCu;
  wanted = 0 as QuarterCu;
  down: DownOutcome = 'none wanted';
  private readonly config: AutoscalerConfig;

  constructor(config: AutoscalerConfig, waits: Waits = NO_WAITS) {
    this.config = config;
    this.stepDownUntilMs = waits.stepDownUntilMs;
    this.denialUntilMs = waits.denialUntilMs;
    this.pressureUntilMs = waits.pressureUntilMs;
  }

  /** The size from now on. No goal (null) is no wish to move; unknown memory (null) forbids a step down. */
  move(
    size: QuarterCu,
    bounds: Bounds,
    goal: QuarterCu | null,
    incomplete: boolean,
    nonReclaimableBytes: number | null,
    nowMs: number,
  ): QuarterCu {
    this.wish = goal ?? size;
    this.pressed =
      nonReclaimableBytes !== null &&
      nowMs >= this.pressureUntilMs &&
      underMemoryPressure(size, nonReclaimableBytes);
    if (this.pressed) {
      this.wish = Math.max(size + 1, this.wish) as QuarterCu;
      this.pressureUntilMs = nowMs + this.config.memoryPressureUpscaleEveryMs;
    }
    this.wanted = bound(this.wish, bounds);
    this.down = 'none wanted';
    return this.wanted < size ? this.stepDown(size, incomplete, nonReclaimableBytes, nowMs) : this.wanted;
  }

  /** The end of the first wait that holds something back, if it comes before `atMs`. */
  nextLookMs(size: QuarterCu, nowMs: number, atMs: number): number {
    let nextMs = atMs;
    if (this.pressureUntilMs > nowMs && this.pressureUntilMs < nextMs) nextMs = this.pressureUntilMs;
    if (this.wanted >= size) return nextMs;
    const downMs = Math.max(this.stepDownUntilMs, this.denialUntilMs);
    return downMs > nowMs && downMs < nextMs ? downMs : nextMs;
  }

  private stepDown(
    size: QuarterCu,
    incomplete: boolean,
    nonReclaimableBytes: number | null,
    nowMs: number,
  ): QuarterCu {
    if (incomplete || nonReclaimableBytes === null) {
      this.down = 'metrics missing';
      return size;
    }
    if (nowMs < this.stepDownUntilMs) {
      this.down = 'step under way';
      return size;
    }
    if (nowMs < this.denialUntilMs) {
      this.down = 'denied lately';
      return size;
    }
    const to = (size - 1) as QuarterCu;
    if (deniesDownscale(to, nonReclaimableBytes)) {
      this.down = 'denied';
      this.denialUntilMs = nowMs + this.config.deniedDownscaleRetryMs;
      return size;
    }
    this.down = 'stepped down';
    this.stepDownUntilMs = nowMs + this.config.downscaleStepMs;
    return to;
  }
}
