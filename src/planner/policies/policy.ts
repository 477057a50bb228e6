import { MINUTE_MS } from '../../facts/index.ts';

/**
 * The shortest time without activity that counts as a pause: the shortest timeout that there is. Under every
 * policy a compute stays awake for it, and activities that are closer together count as one.
 */
export const PAUSE_MS = MINUTE_MS;

/** A stretch with activity, in times after the start. */
export interface ActiveStretch {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Decides when an unused compute sleeps, and when it wakes although nobody has come. Its knowledge is a value
 * built from one activity after the other, so it knows only the past.
 */
export interface Policy<Known> {
  readonly nothing: Known;
  /**
   * Returns the knowledge after an activity; `pauseMs` is the length of the pause before it, null for the
   * first activity.
   */
  learn(known: Known, activity: ActiveStretch, pauseMs: number | null): Known;
  /** Called when a pause has begun, and again at each wake in it. */
  decide(known: Known, asked: PauseSoFar): SleepDecision;
}

export interface PauseSoFar {
  /** When the last activity ended. */
  readonly sinceMs: number;
  readonly nowMs: number;
  /** Whether the compute has woken by itself and nobody has come yet. */
  readonly isPreWake: boolean;
}

export interface SleepDecision {
  /**
   * The compute stays awake until then if nobody comes. The present time makes it sleep at once, Infinity
   * never.
   */
  readonly keepUntilMs: number;
  /** When the sleeping compute wakes by itself; null if it wakes only when somebody comes. */
  readonly wakeAtMs: number | null;
  readonly why: PolicyReason;
}

export const REASONS = {
  timeout: 'a fixed timeout',
  off: 'scale to zero is off',
  regular: 'past pauses are alike: wake before most of them end, and stay awake until nearly all have ended',
  irregular: 'past pauses are few or unlike: stay awake for the whole range of the histogram',
  long: 'half of the past pauses are longer than the histogram: wake around the predicted end of the next one',
  learning: 'less than a week is known: use the timeout',
  busyHour: 'clients usually come in this hour of the week: stay awake while they do',
  quietHour:
    'clients rarely come in this hour of the week: sleep at once, and wake before the next busy hour',
} as const;
export type PolicyReason = keyof typeof REASONS;
