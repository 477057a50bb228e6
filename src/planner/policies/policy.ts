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
  timeout: 'the timeout, whatever was before',
  off: 'scale to zero is off',
  regular: 'the pauses so far are alike: awake from before most of them end until after nearly all have',
  irregular: 'the pauses so far are few or not alike: awake for the whole range of the histogram',
  long: 'half of the pauses so far are longer than the histogram: awake around the end of the next, as predicted',
  learning: 'a whole week is not known yet: the timeout',
  busyHour: 'people come in this hour of the week: awake for it, as long as they do come',
  quietHour:
    'nobody comes in this hour of the week: asleep at once, awake before the next hour in which people come',
} as const;
export type PolicyReason = keyof typeof REASONS;
