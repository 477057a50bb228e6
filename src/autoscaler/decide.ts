import type { QuarterCu } from '../facts/index.ts';
import { invariant } from '../problem/index.ts';
import { type Bounds, bound } from './bounds.ts';
import type { AutoscalerConfig } from './config.ts';
import type { Goal } from './goal.ts';
import { deniesDownscale, underMemoryPressure } from './memory-guard.ts';
import type { Reason } from './reasons.ts';

/** What the autoscaler knows when it looks. */
export interface AutoscalerState extends Bounds {
  readonly size: QuarterCu;
  /** What the last metrics ask for. */
  readonly goal: Goal;
  /** Memory that no eviction frees; null: not known. */
  readonly nonReclaimableBytes: number | null;
  /** When the next metrics come. What is due has been fetched before a decision is asked for. */
  readonly nextSystemMetricsMs: number;
  readonly nextLfcMetricsMs: number;
  readonly waits: Waits;
}

/** Each wait ends at its instant; one that is over holds nothing back. */
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
  readonly reasons: readonly Reason[];
  /** The waits that hold once the decision is carried out. */
  readonly waits: Waits;
}

/** Up at once and straight to the goal; down a quarter CU at a time, and only on complete metrics. */
export function decide(state: AutoscalerState, nowMs: number, config: AutoscalerConfig): Decision {
  const { size, minQuarterCu, maxQuarterCu } = state;
  invariant(minQuarterCu <= size && size <= maxQuarterCu, 'min <= size <= max');
  invariant(
    state.nextSystemMetricsMs > nowMs && state.nextLfcMetricsMs > nowMs,
    'metrics that are due are fetched before a decision',
  );
  const wish = wishOf(state, nowMs, config);
  const { size: wanted, by } = bound(wish.size, state);
  const limit: readonly Reason[] = by === null ? [] : [{ kind: 'bounded', by, goal: wish.size, at: wanted }];
  const move = wanted < size ? stepDown(state, nowMs, config) : { ...STAY, size: wanted };
  const waits = { ...state.waits, ...wish.waits, ...move.waits };
  return {
    size: move.size,
    nextLookMs: nextLookMs(state, wanted < move.size, waits, nowMs),
    reasons: [...wish.reasons, ...limit, ...move.reasons],
    waits,
  };
}

interface Move {
  readonly size: QuarterCu;
  readonly reasons: readonly Reason[];
  readonly waits: Partial<Waits>;
}

const STAY = { reasons: [], waits: {} } as const;

/** The size that is wanted before the range bounds it. */
function wishOf(state: AutoscalerState, nowMs: number, config: AutoscalerConfig): Move {
  const { size, goal, nonReclaimableBytes, waits } = state;
  const asked: Move =
    goal.goalQuarterCu === null || goal.askedBy === null
      ? { ...STAY, size, reasons: [{ kind: 'no metrics' }] }
      : {
          ...STAY,
          size: goal.goalQuarterCu,
          reasons: [{ kind: 'asked', by: goal.askedBy, goal: goal.goalQuarterCu }],
        };
  const pressed = nonReclaimableBytes !== null && underMemoryPressure(size, nonReclaimableBytes);
  if (!pressed || nowMs < waits.pressureUntilMs) return asked;
  return {
    size: Math.max(size + 1, asked.size) as QuarterCu,
    reasons: [...asked.reasons, { kind: 'memory pressure', nonReclaimableBytes }],
    waits: { pressureUntilMs: nowMs + config.memoryPressureUpscaleEveryMs },
  };
}

function stepDown(state: AutoscalerState, nowMs: number, config: AutoscalerConfig): Move {
  const { size, goal, nonReclaimableBytes, waits } = state;
  const stay = (reason: Reason, change: Partial<Waits> = {}): Move => ({
    size,
    reasons: [reason],
    waits: change,
  });
  if (goal.incomplete || nonReclaimableBytes === null) return stay({ kind: 'metrics missing' });
  if (nowMs < waits.stepDownUntilMs) return stay({ kind: 'step under way', untilMs: waits.stepDownUntilMs });
  if (nowMs < waits.denialUntilMs) return stay({ kind: 'denied lately', untilMs: waits.denialUntilMs });
  const to = (size - 1) as QuarterCu;
  if (deniesDownscale(to, nonReclaimableBytes)) {
    const denialUntilMs = nowMs + config.deniedDownscaleRetryMs;
    return stay({ kind: 'downscale denied', to, nonReclaimableBytes }, { denialUntilMs });
  }
  return {
    size: to,
    reasons: [{ kind: 'stepped down', to }],
    waits: { stepDownUntilMs: nowMs + config.downscaleStepMs },
  };
}

/** The next metrics, or sooner the end of a wait that holds something back. */
function nextLookMs(state: AutoscalerState, wantsLess: boolean, waits: Waits, nowMs: number): number {
  const { stepDownUntilMs, denialUntilMs, pressureUntilMs } = waits;
  const ends = wantsLess ? [Math.max(stepDownUntilMs, denialUntilMs), pressureUntilMs] : [pressureUntilMs];
  return Math.min(
    state.nextSystemMetricsMs,
    state.nextLfcMetricsMs,
    ...ends.filter((endMs) => endMs > nowMs),
  );
}
