import type { QuarterCu } from '../facts/index.ts';
import { invariant } from '../problem/index.ts';
import { type Bounds, boundBy } from './bounds.ts';
import type { AutoscalerConfig } from './config.ts';
import type { Goal } from './goal.ts';
import { Mover, type Waits } from './mover.ts';
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
  const { size, minQuarterCu, maxQuarterCu, goal, nonReclaimableBytes } = state;
  invariant(minQuarterCu <= size && size <= maxQuarterCu, 'min <= size <= max');
  invariant(
    state.nextSystemMetricsMs > nowMs && state.nextLfcMetricsMs > nowMs,
    'metrics that are due are fetched before a decision',
  );
  const mover = new Mover(config, state.waits);
  const next = mover.move(size, state, goal.goalQuarterCu, goal.incomplete, nonReclaimableBytes, nowMs);
  const { stepDownUntilMs, denialUntilMs, pressureUntilMs } = mover;
  return {
    size: next,
    nextLookMs: mover.nextLookMs(next, nowMs, Math.min(state.nextSystemMetricsMs, state.nextLfcMetricsMs)),
    reasons: reasonsOf(mover, goal, state, nonReclaimableBytes),
    waits: { stepDownUntilMs, denialUntilMs, pressureUntilMs },
  };
}

/** Why the last move was what it was. */
export function reasonsOf(
  mover: Mover,
  goal: Goal,
  bounds: Bounds & { readonly size: QuarterCu },
  memoryBytes: number | null,
): Reason[] {
  const { goalQuarterCu, askedBy } = goal;
  const by = boundBy(mover.wish, bounds);
  return [
    goalQuarterCu === null || askedBy === null
      ? { kind: 'no metrics' }
      : { kind: 'asked', by: askedBy, goal: goalQuarterCu },
    ...(mover.pressed ? [{ kind: 'memory pressure', nonReclaimableBytes: memoryBytes ?? 0 } as const] : []),
    ...(by === null ? [] : [{ kind: 'bounded', by, goal: mover.wish, at: mover.wanted } as const]),
    ...downReason(mover, bounds.size, memoryBytes),
  ];
}

function downReason(mover: Mover, size: QuarterCu, memoryBytes: number | null): Reason[] {
  const to = (size - 1) as QuarterCu;
  switch (mover.down) {
    case 'none wanted':
      return [];
    case 'metrics missing':
      return [{ kind: 'metrics missing' }];
    case 'step under way':
      return [{ kind: 'step under way', untilMs: mover.stepDownUntilMs }];
    case 'denied lately':
      return [{ kind: 'denied lately', untilMs: mover.denialUntilMs }];
    case 'denied':
      return [{ kind: 'downscale denied', to, nonReclaimableBytes: memoryBytes ?? 0 }];
    case 'stepped down':
      return [{ kind: 'stepped down', to }];
  }
}
