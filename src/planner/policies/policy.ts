import { MINUTE_MS } from '../../facts/index.ts';

/**
 * The shortest time without activity that is a pause: the shortest timeout there is. Whatever a policy says, a compute
 * stays awake for it, and what is less apart is one activity.
 */
export const PAUSE_MS = MINUTE_MS;

/** A stretch in which somebody wants something, in times after the start. */
export interface ActiveStretch {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Says when a compute that nobody uses sleeps, and when it wakes though nobody has come. What it has learnt is a value
 * made of the activity so far, one after another, so it knows the past and no more.
 */
export interface Policy<Known> {
  readonly nothing: Known;
  /** What is known once an activity has ended; `pauseMs` is how long nobody had come before it, null at the first. */
  learn(known: Known, activity: ActiveStretch, pauseMs: number | null): Known;
  /** Asked when a pause has begun, and again at each wake in it. */
  decide(known: Known, asked: PauseSoFar): SleepDecision;
}

export interface PauseSoFar {
  /** When the last activity ended. */
  readonly sinceMs: number;
  readonly nowMs: number;
  /** It has woken and nobody has come yet. */
  readonly isPreWake: boolean;
}

export interface SleepDecision {
  /** Awake until then, if nobody comes before; now: asleep at once. Infinity: it never sleeps. */
  readonly keepUntilMs: number;
  /** From sleep it wakes by itself then, not before it falls asleep; null: only when somebody comes. */
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
