import type { Samples } from './samples.ts';

/** A quantity over time, constant for a stretch at a time. Clock times are local. */
export type Profile =
  | { readonly kind: 'constant'; readonly value: number }
  /** Values from given times after the start of the run; before the first, zero. */
  | { readonly kind: 'steps'; readonly steps: readonly { readonly atMs: number; readonly value: number }[] }
  /** One value within hours of some days of the week (0 is Sunday), another outside. */
  | {
      readonly kind: 'hours';
      readonly days: readonly number[];
      readonly fromMs: number;
      readonly toMs: number;
      readonly inside: number;
      readonly outside: number;
    }
  /** A wave between low and high each day, highest at one time; on Saturday and Sunday times `weekend`. */
  | {
      readonly kind: 'daily';
      readonly low: number;
      readonly high: number;
      readonly peakAtMs: number;
      readonly weekend: number;
    }
  /** A value for each local hour of the week, of which Sunday's first is the first. */
  | { readonly kind: 'weekly'; readonly hours: readonly number[] }
  /** 1 in the first day, and each month of 31 days greater by this share of itself. */
  | { readonly kind: 'growth'; readonly perMonth: number }
  | CrowdProfile
  | NoisyProfile
  | FittedProfile
  | { readonly kind: 'sum'; readonly of: readonly Profile[] }
  | { readonly kind: 'product'; readonly of: readonly Profile[] }
  | ReplacedProfile
  | SamplesProfile;

/**
 * Crowds: each rises in a line, holds at its peak, and then halves in each `decayMs` until next to nothing of it is
 * left. Those that meet add up.
 */
export interface CrowdProfile {
  readonly kind: 'crowd';
  readonly peak: number;
  /** When they begin: at known times, or at random as often as this on average. */
  readonly at: readonly PlannedTime[] | { readonly perWeek: number };
  readonly riseMs: number;
  readonly holdMs: number;
  readonly decayMs: number;
}

/** A local time, as if its zone were UTC, or a time after the start of the run. */
export type PlannedTime = { readonly localMs: number } | { readonly afterMs: number };

/**
 * Each stretch times a log-normal factor of mean 1 and this coefficient of variation. The logarithms of one stretch and
 * the next have this correlation.
 */
export interface NoisyProfile {
  readonly kind: 'noisy';
  readonly of: Profile;
  readonly variation: number;
  readonly everyMs: number;
  readonly correlation: number;
}

/**
 * What a measured demand was like: times of work and pauses between them, and how much is wanted in a step of work.
 * Lists of 168 have a value for each local hour of the week, of which Sunday's first is the first. Quantiles are those
 * at the shares of `FITTED_SHARES`; they are taken in proportion to their mean.
 */
export interface FittedProfile {
  readonly kind: 'fitted';
  readonly stepMs: number;
  /** The mean of a step of work. */
  readonly busy: readonly number[];
  /** How often work stops in an hour of work, and how often it begins in an hour of pause. */
  readonly pauses: readonly number[];
  readonly resumes: readonly number[];
  /** How long work lasts, and a pause, where 1 is as long as the two rates before let expect. */
  readonly workLengths: readonly number[];
  readonly pauseLengths: readonly number[];
  /** What is wanted in a step, in proportion to the mean of its hour. */
  readonly levels: readonly number[];
  /** Of the levels of one step and the next, as normal numbers of the same ranks. */
  readonly correlation: number;
}

/** Another profile, of which some parts are as it is at other times. */
export interface ReplacedProfile {
  readonly kind: 'replaced';
  readonly of: Profile;
  /** In order, and apart from each other. In times after the start of the run; without a shift there is nothing. */
  readonly parts: readonly {
    readonly fromMs: number;
    readonly toMs: number;
    readonly shiftMs: number | null;
  }[];
}

/**
 * What was measured: a value for each step, the first from `atMs` after the start of the run. Elsewhere, and where a
 * value is not known (NaN), zero.
 */
export interface SamplesProfile {
  readonly kind: 'samples';
  readonly atMs: number;
  readonly stepMs: number;
  readonly values: Samples;
}

export interface Stretch {
  readonly value: number;
  /** The value holds up to here, at least. */
  readonly untilMs: number;
}

/**
 * A profile bound to a run: its start, its zone, its randomness. Asked for instants that never go back. An answer holds
 * until it is asked again.
 */
export type BoundProfile = (utcMs: number) => Stretch;
