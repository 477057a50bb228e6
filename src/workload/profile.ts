import { DAY_MS, MINUTE_MS } from '../facts/index.ts';
import { type Random, randomStream } from './random.ts';
import type { Samples } from './samples.ts';
import { samplesProfile } from './samples-profile.ts';
import type { Zone } from './zone.ts';

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
  /** Each stretch times a log-normal factor of mean 1 and this coefficient of variation. */
  | { readonly kind: 'noisy'; readonly of: Profile; readonly variation: number; readonly everyMs: number }
  | { readonly kind: 'sum'; readonly of: readonly Profile[] }
  | SamplesProfile;

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

/** A profile bound to a run: its start, its zone, its randomness. Asked for instants that never go back. */
export type BoundProfile = (utcMs: number) => Stretch;

export const DAILY_STEP_MS = 5 * MINUTE_MS;

export function bindProfile(
  profile: Profile,
  startMs: number,
  zone: Zone,
  seed: number,
  name: string,
): BoundProfile {
  switch (profile.kind) {
    case 'constant':
      return always({ value: profile.value, untilMs: Number.POSITIVE_INFINITY });
    case 'steps':
      return stepsProfile(profile.steps, startMs);
    case 'samples':
      return samplesProfile(profile, startMs);
    case 'hours':
      return hoursProfile(profile, zone);
    case 'daily':
      return (utcMs) => {
        const localMs = zone.localMs(utcMs);
        const stepMs = Math.floor(localMs / DAILY_STEP_MS) * DAILY_STEP_MS;
        const angle = (2 * Math.PI * ((stepMs % DAY_MS) - profile.peakAtMs)) / DAY_MS;
        const wave = profile.low + ((profile.high - profile.low) * (1 + Math.cos(angle))) / 2;
        const weekday = (Math.floor(localMs / DAY_MS) + 4) % 7;
        const value = weekday === 0 || weekday === 6 ? wave * profile.weekend : wave;
        return { value, untilMs: utcMs + (stepMs + DAILY_STEP_MS - localMs) };
      };
    case 'noisy':
      return noisyProfile(
        profile,
        bindProfile(profile.of, startMs, zone, seed, name),
        randomStream(seed, `${name}/noise`),
        startMs,
      );
    case 'sum': {
      const parts = profile.of.map((part, i) => bindProfile(part, startMs, zone, seed, `${name}/${i}`));
      return (utcMs) => {
        let value = 0;
        let untilMs = Number.POSITIVE_INFINITY;
        for (const part of parts) {
          const stretch = part(utcMs);
          value += stretch.value;
          untilMs = Math.min(untilMs, stretch.untilMs);
        }
        return { value, untilMs };
      };
    }
  }
}

function always(stretch: Stretch): BoundProfile {
  return () => stretch;
}

function stepsProfile(
  steps: readonly { readonly atMs: number; readonly value: number }[],
  startMs: number,
): BoundProfile {
  return (utcMs) => {
    const value = steps.findLast(({ atMs }) => startMs + atMs <= utcMs)?.value ?? 0;
    const next = steps.find(({ atMs }) => startMs + atMs > utcMs);
    return { value, untilMs: next === undefined ? Number.POSITIVE_INFINITY : startMs + next.atMs };
  };
}

function hoursProfile(profile: Profile & { readonly kind: 'hours' }, zone: Zone): BoundProfile {
  const days = new Set(profile.days);
  return (utcMs) => {
    const localMs = zone.localMs(utcMs);
    const midnight = Math.floor(localMs / DAY_MS) * DAY_MS;
    const timeMs = localMs - midnight;
    const works = days.has((midnight / DAY_MS + 4) % 7);
    const inside = works && timeMs >= profile.fromMs && timeMs < profile.toMs;
    const edges = works ? [profile.fromMs, profile.toMs, DAY_MS] : [DAY_MS];
    const next = zone.utcMs(midnight + (edges.find((edge) => edge > timeMs) as number));
    // Around a change of clocks the local edge may lie behind: then the change itself is the next place to look.
    const untilMs = next > utcMs ? next : zone.offsetUntilMs(utcMs);
    return {
      value: inside ? profile.inside : profile.outside,
      untilMs: Math.min(untilMs, zone.offsetUntilMs(utcMs)),
    };
  };
}

function noisyProfile(
  profile: Profile & { readonly kind: 'noisy' },
  inner: BoundProfile,
  random: Random,
  startMs: number,
): BoundProfile {
  const sigma = Math.sqrt(Math.log(1 + profile.variation * profile.variation));
  let index = -1;
  let factor = 1;
  let stretch: Stretch = { value: 0, untilMs: Number.NEGATIVE_INFINITY };
  return (utcMs) => {
    const now = Math.floor((utcMs - startMs) / profile.everyMs);
    while (index < now) {
      // Box and Muller: two uniform draws give a normal one.
      const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
      factor = Math.exp(sigma * normal - (sigma * sigma) / 2);
      index++;
    }
    // A value that holds need not be asked for again.
    if (utcMs >= stretch.untilMs) stretch = inner(utcMs);
    const { value, untilMs } = stretch;
    return { value: value * factor, untilMs: Math.min(untilMs, startMs + (now + 1) * profile.everyMs) };
  };
}
