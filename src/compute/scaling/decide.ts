import type { QuarterCu } from '../../facts/index.ts';
import { invariant } from '../../problem/index.ts';
import { type Bounds, bound, boundBy } from './bounds.ts';
import type { AutoscalerConfig } from './config.ts';
import type { Goal } from './goal.ts';
import { deniesDownscale, underMemoryPressure } from './memory-guard.ts';
import type { Reason } from './reasons.ts';

/** What the autoscaler knows when it looks. */
export interface AutoscalerState {
  readonly size: QuarterCu;
  readonly bounds: Bounds;
  /** What the last metrics ask for. */
  readonly goal: Goal;
  /** Memory that no eviction frees. */
  readonly nonReclaimableBytes: number;
  /** When the next metrics come. The caller fetches due metrics before it asks for a decision. */
  readonly nextMetricsMs: number;
  readonly waits: Waits;
}

/** What the autoscaler waits for. A wait that is over holds nothing back. */
export interface Waits {
  /** A step down takes a round trip before the next one. */
  readonly stepDownUntilMs: number;
  /** A denied step down is not asked for again before this. */
  readonly denialUntilMs: number;
  /** Memory pressure was answered; it asks again after this. */
  readonly pressureUntilMs: number;
}

export const NO_WAITS: Waits = { stepDownUntilMs: 0, denialUntilMs: 0, pressureUntilMs: 0 };

export interface Decision {
  readonly size: QuarterCu;
  /** When to look again if nothing else happens before; always later than now. */
  readonly nextLookMs: number;
  /** The waits that hold once the decision is carried out. */
  readonly waits: Waits;
  /** Memory pressure asked for more. */
  readonly pressed: boolean;
  /** The size that was asked for, before the range and within it. */
  readonly wish: QuarterCu;
  readonly wanted: QuarterCu;
  readonly down: DownOutcome;
}

/** What became of a wish for less. */
type DownOutcome =
  | 'none wanted'
  | 'metrics missing'
  | 'step under way'
  | 'denied lately'
  | 'denied'
  | 'stepped down';

/** Up at once and straight to the goal; down a quarter CU at a time, and only on complete metrics. */
export function decide(state: AutoscalerState, nowMs: number, config: AutoscalerConfig): Decision {
  const { size, bounds, goal, nonReclaimableBytes } = state;
  invariant(bounds.minQuarterCu <= size && size <= bounds.maxQuarterCu, 'min <= size <= max');
  invariant(state.nextMetricsMs > nowMs, 'metrics that are due are fetched before a decision');
  const pressed = nowMs >= state.waits.pressureUntilMs && underMemoryPressure(size, nonReclaimableBytes);
  // No goal is no wish to move.
  const asked = goal.goalQuarterCu ?? size;
  const wish = pressed ? (Math.max(size + 1, asked) as QuarterCu) : asked;
  const wanted = bound(wish, bounds);
  const down = wanted < size ? stepDown(state, nowMs) : 'none wanted';
  const next = down === 'stepped down' ? ((size - 1) as QuarterCu) : wanted < size ? size : wanted;
  const waits = waitsAfter(state.waits, pressed, down, nowMs, config);
  const nextLookMs = nextLook(waits, wanted < next, nowMs, state.nextMetricsMs);
  return { size: next, nextLookMs, waits, pressed, wish, wanted, down };
}

/** Why a decision is what it is. */
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

/** The outcome for a compute that is larger than wanted. */
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

/** The end of the first wait that holds something back, if it comes before `atMs`. */
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
