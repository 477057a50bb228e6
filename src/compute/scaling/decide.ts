import type { QuarterCu } from '../../facts/index.ts';
import { invariant } from '../../problem/index.ts';
import { type Bounds, bound, boundBy } from './bounds.ts';
import type { AutoscalerConfig } from './config.ts';
import type { Goal } from './goal.ts';
import { deniesDownscale, underMemoryPressure } from './memory-guard.ts';
import type { Reason } from './reasons.ts';

/** The knowledge of the autoscaler at a decision. */
export interface AutoscalerState {
  readonly size: QuarterCu;
  readonly bounds: Bounds;
  /** The size that the last metrics ask for. */
  readonly goal: Goal;
  /** Memory that no eviction frees. */
  readonly nonReclaimableBytes: number;
  /** The time of the next metrics. The caller fetches due metrics before it asks for a decision. */
  readonly nextMetricsMs: number;
  readonly waits: Waits;
}

/** Times until which the autoscaler waits. A time in the past has no effect. */
export interface Waits {
  /** A step down takes a round trip before the next one. */
  readonly stepDownUntilMs: number;
  /** After a denial, the next request for a step down is not before this time. */
  readonly denialUntilMs: number;
  /** After memory pressure was answered, it counts again from this time on. */
  readonly pressureUntilMs: number;
}

export const NO_WAITS: Waits = { stepDownUntilMs: 0, denialUntilMs: 0, pressureUntilMs: 0 };

export interface Decision {
  readonly size: QuarterCu;
  /** When to decide again if nothing happens before. It is always later than now. */
  readonly nextLookMs: number;
  /** The waits after the decision. */
  readonly waits: Waits;
  /** Whether memory pressure asked for more. */
  readonly pressed: boolean;
  /** The size that metrics and memory pressure ask for. */
  readonly wish: QuarterCu;
  /** `wish` within the range. */
  readonly wanted: QuarterCu;
  readonly down: DownOutcome;
}

/** The outcome of a wish for a smaller size. */
type DownOutcome =
  | 'none wanted'
  | 'metrics missing'
  | 'step under way'
  | 'denied lately'
  | 'denied'
  | 'stepped down';

/** Decides on a size. It goes up straight to the goal, and down by a quarter CU at a time, if metrics are complete. */
export function decide(state: AutoscalerState, nowMs: number, config: AutoscalerConfig): Decision {
  const { size, bounds, goal, nonReclaimableBytes } = state;
  invariant(bounds.minQuarterCu <= size && size <= bounds.maxQuarterCu, 'min <= size <= max');
  invariant(state.nextMetricsMs > nowMs, 'metrics that are due are fetched before a decision');
  const pressed = nowMs >= state.waits.pressureUntilMs && underMemoryPressure(size, nonReclaimableBytes);
  // Without a goal the size stays.
  const asked = goal.goalQuarterCu ?? size;
  const wish = pressed ? (Math.max(size + 1, asked) as QuarterCu) : asked;
  const wanted = bound(wish, bounds);
  const down = wanted < size ? stepDown(state, nowMs) : 'none wanted';
  const next = down === 'stepped down' ? ((size - 1) as QuarterCu) : wanted < size ? size : wanted;
  const waits = waitsAfter(state.waits, pressed, down, nowMs, config);
  const nextLookMs = nextLook(waits, wanted < next, nowMs, state.nextMetricsMs);
  return { size: next, nextLookMs, waits, pressed, wish, wanted, down };
}

/** Returns the reasons of a decision. */
export function reasonsOf(
  state: AutoscalerState,
  { pressed, wish, wanted, down, waits }: Decision,
): Reason[] {
  const { goal, bounds, size, nonReclaimableBytes } = state;
  const { goalQuarterCu, askedBy } = goal;
  const by = boundBy(wish, bounds);
  return [
    goalQuarterCu === null || askedBy === null
      ? { kind: 'no metrics' }
      : { kind: 'asked', by: askedBy, goal: goalQuarterCu },
    ...(pressed ? [{ kind: 'memory pressure', nonReclaimableBytes } as const] : []),
    ...(by === null ? [] : [{ kind: 'bounded', by, goal: wish, at: wanted } as const]),
    ...downReason(down, waits, (size - 1) as QuarterCu, nonReclaimableBytes),
  ];
}

/** Returns the outcome for a compute that is larger than wanted. */
function stepDown({ size, goal, nonReclaimableBytes, waits }: AutoscalerState, nowMs: number): DownOutcome {
  if (goal.incomplete) return 'metrics missing';
  if (nowMs < waits.stepDownUntilMs) return 'step under way';
  if (nowMs < waits.denialUntilMs) return 'denied lately';
  return deniesDownscale((size - 1) as QuarterCu, nonReclaimableBytes) ? 'denied' : 'stepped down';
}

function waitsAfter(
  waits: Waits,
  pressed: boolean,
  down: DownOutcome,
  nowMs: number,
  config: AutoscalerConfig,
): Waits {
  const { stepDownUntilMs, denialUntilMs, pressureUntilMs } = waits;
  if (!pressed && down !== 'denied' && down !== 'stepped down') return waits;
  return {
    stepDownUntilMs: down === 'stepped down' ? nowMs + config.downscaleStepMs : stepDownUntilMs,
    denialUntilMs: down === 'denied' ? nowMs + config.deniedDownscaleRetryMs : denialUntilMs,
    pressureUntilMs: pressed ? nowMs + config.memoryPressureUpscaleEveryMs : pressureUntilMs,
  };
}

/** Returns the end of the first wait that delays something, or `atMs` if that is earlier. */
function nextLook(
  { stepDownUntilMs, denialUntilMs, pressureUntilMs }: Waits,
  isTooLarge: boolean,
  nowMs: number,
  atMs: number,
): number {
  const nextMs = pressureUntilMs > nowMs && pressureUntilMs < atMs ? pressureUntilMs : atMs;
  if (!isTooLarge) return nextMs;
  const downMs = Math.max(stepDownUntilMs, denialUntilMs);
  return downMs > nowMs && downMs < nextMs ? downMs : nextMs;
}

function downReason(
  down: DownOutcome,
  waits: Waits,
  to: QuarterCu,
  nonReclaimableBytes: number,
): readonly Reason[] {
  switch (down) {
    case 'none wanted':
      return [];
    case 'metrics missing':
      return [{ kind: 'metrics missing' }];
    case 'step under way':
      return [{ kind: 'step under way', untilMs: waits.stepDownUntilMs }];
    case 'denied lately':
      return [{ kind: 'denied lately', untilMs: waits.denialUntilMs }];
    case 'denied':
      return [{ kind: 'downscale denied', to, nonReclaimableBytes }];
    case 'stepped down':
      return [{ kind: 'stepped down', to }];
  }
}
