import type { SampledProfile } from './samples.ts';

/** A quantity over time, which is constant within a stretch. Times of day are local. */
export type Profile =
  | { readonly kind: 'constant'; readonly value: number }
  /** Values from given times after the start of the run; zero before the first. */
  | { readonly kind: 'steps'; readonly steps: readonly { readonly atMs: number; readonly value: number }[] }
  /** One value within certain hours on some days of the week (0 is Sunday), and another outside. */
  | {
      readonly kind: 'hours';
      readonly days: readonly number[];
      readonly fromMs: number;
      readonly toMs: number;
      readonly inside: number;
      readonly outside: number;
    }
  /**
   * A daily wave between `low` and `high` with its peak at one time, multiplied by `weekend` on Saturday and Sunday.
   */
  | {
      readonly kind: 'daily';
      readonly low: number;
      readonly high: number;
      readonly peakAtMs: number;
      readonly weekend: number;
    }
  /** A value for each local hour of the week, starting with Sunday. */
  | { readonly kind: 'weekly'; readonly hours: readonly number[] }
  /** 1 on the first day, growing by this share in each month of 31 days. */
  | { readonly kind: 'growth'; readonly perMonth: number }
  | CrowdProfile
  | NoisyProfile
  | FittedProfile
  | { readonly kind: 'sum'; readonly of: readonly Profile[] }
  | { readonly kind: 'product'; readonly of: readonly Profile[] }
  | ReplacedProfile
  | SamplesProfile;

/**
 * Crowds: each rises linearly, holds its peak, and then halves in each `decayMs` until almost nothing is left. Crowds
 * that overlap add up.
 */
export interface CrowdProfile {
  readonly kind: 'crowd';
  readonly peak: number;
  /** When crowds start: at given times, or at random with this mean frequency. */
  readonly at: readonly PlannedTime[] | { readonly perWeek: number };
  readonly riseMs: number;
  readonly holdMs: number;
  readonly decayMs: number;
}

/** A local time, stored as if its zone were UTC, or a time after the start of the run. */
export type PlannedTime = { readonly localMs: number } | { readonly afterMs: number };

/**
 * Multiplies each stretch of `everyMs` by a log-normal factor with mean 1 and this coefficient of variation. The
 * logarithms of consecutive factors have this correlation.
 */
export interface NoisyProfile {
  readonly kind: 'noisy';
  readonly of: Profile;
  readonly variation: number;
  readonly everyMs: number;
  readonly correlation: number;
}

/**
 * A model of measured demand: turns of work and pauses, and the demand in each step of work. Arrays of 168 have a
 * value for each local hour of the week, starting with Sunday. Quantiles are those at `FITTED_SHARES`, and are scaled
 * to a mean of 1.
 */
export interface FittedProfile {
  readonly kind: 'fitted';
  readonly stepMs: number;
  /** The mean demand in a step of work. */
  readonly busy: readonly number[];
  /** How often work stops per hour of work, and how often it starts per hour of pause. */
  readonly pauses: readonly number[];
  readonly resumes: readonly number[];
  /** The lengths of work and of pauses, relative to the mean length that the rates predict. */
  readonly workLengths: readonly number[];
  readonly pauseLengths: readonly number[];
  /** The demand in a step of work, relative to the mean of its hour. */
  readonly levels: readonly number[];
  /** The correlation of the levels of consecutive steps, with ranks converted to normal deviates. */
  readonly correlation: number;
}

/** Another profile, with some parts replaced by what it has at other times. */
export interface ReplacedProfile {
  readonly kind: 'replaced';
  readonly of: Profile;
  /** Disjoint and in order, in times after the start of the run. A part without a shift is zero. */
  readonly parts: readonly {
    readonly fromMs: number;
    readonly toMs: number;
    readonly shiftMs: number | null;
  }[];
}

/**
 * Measured values: one for each step, starting at `atMs` after the start of the run. Zero before and after them, and
 * for unknown values (NaN).
 */
export interface SamplesProfile {
  readonly kind: 'samples';
  readonly atMs: number;
  readonly stepMs: number;
  readonly values: SampledProfile;
}

export interface Stretch {
  readonly value: number;
  /** The value stays the same at least until this time. */
  readonly untilMs: number;
}

/**
 * A profile bound to the start, time zone and random streams of a run. Times have to be asked for in ascending order.
 * The result is only valid until the next call.
 */
export type BoundProfile = (utcMs: number) => Stretch;
