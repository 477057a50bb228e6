import { DAY_MS, MINUTE_MS } from '../../facts/index.ts';
import { randomStream } from '../random/random.ts';
import type { Zone } from '../time/zone.ts';
import { crowdProfile } from './crowd-profile.ts';
import { fittedProfile } from './fitted-profile.ts';
import { growthProfile } from './growth-profile.ts';
import { noisyProfile } from './noisy-profile.ts';
import type { BoundProfile, Profile, Stretch } from './profile.ts';
import { replacedProfile } from './replaced-profile.ts';
import { samplesProfile } from './samples-profile.ts';
import { weeklyProfile } from './weekly-profile.ts';

const DAILY_STEP_MS = 5 * MINUTE_MS;

export function bindProfile(
  profile: Profile,
  startMs: number,
  zone: Zone,
  seed: number,
  name: string,
): BoundProfile {
  switch (profile.kind) {
    case 'constant':
      return constantProfile({ value: profile.value, untilMs: Number.POSITIVE_INFINITY });
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
    case 'weekly':
      return weeklyProfile(profile.hours, zone);
    case 'growth':
      return growthProfile(profile.perMonth, startMs);
    case 'crowd':
      return crowdProfile(profile, startMs, zone, randomStream(seed, `${name}/crowds`));
    case 'noisy':
      return noisyProfile(
        profile,
        bindProfile(profile.of, startMs, zone, seed, name),
        randomStream(seed, `${name}/noise`),
        startMs,
      );
    case 'fitted':
      return fittedProfile(profile, startMs, zone, (cause) => randomStream(seed, `${name}/${cause}`));
    case 'sum':
      return combinedProfile(partsOf(profile.of, startMs, zone, seed, name), 0, (a, b) => a + b);
    case 'product':
      return combinedProfile(partsOf(profile.of, startMs, zone, seed, name), 1, (a, b) => a * b);
    case 'replaced':
      return replacedProfile(profile, () => bindProfile(profile.of, startMs, zone, seed, name), startMs);
  }
}

function partsOf(
  of: readonly Profile[],
  startMs: number,
  zone: Zone,
  seed: number,
  name: string,
): BoundProfile[] {
  return of.map((part, i) => bindProfile(part, startMs, zone, seed, `${name}/${i}`));
}

function combinedProfile(
  parts: readonly BoundProfile[],
  first: number,
  combined: (a: number, b: number) => number,
): BoundProfile {
  return (utcMs) => {
    let value = first;
    let untilMs = Number.POSITIVE_INFINITY;
    for (const part of parts) {
      const stretch = part(utcMs);
      value = combined(value, stretch.value);
      untilMs = Math.min(untilMs, stretch.untilMs);
    }
    return { value, untilMs };
  };
}

function constantProfile(stretch: Stretch): BoundProfile {
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
  // Most calls fall into the stretch of the last one, and local times take long.
  let fromMs = Number.POSITIVE_INFINITY;
  let last: Stretch = { value: 0, untilMs: Number.NEGATIVE_INFINITY };
  return (utcMs) => {
    if (utcMs >= fromMs && utcMs < last.untilMs) return last;
    const localMs = zone.localMs(utcMs);
    const midnight = Math.floor(localMs / DAY_MS) * DAY_MS;
    const timeMs = localMs - midnight;
    const works = days.has((midnight / DAY_MS + 4) % 7);
    const inside = works && timeMs >= profile.fromMs && timeMs < profile.toMs;
    const edges = works ? [profile.fromMs, profile.toMs, DAY_MS] : [DAY_MS];
    const next = zone.utcMs(midnight + (edges.find((edge) => edge > timeMs) as number));
    // Near a change of clocks the local edge may be in the past; the change itself is then the end of the stretch.
    const untilMs = next > utcMs ? next : zone.offsetUntilMs(utcMs);
    fromMs = utcMs;
    last = {
      value: inside ? profile.inside : profile.outside,
      untilMs: Math.min(untilMs, zone.offsetUntilMs(utcMs)),
    };
    return last;
  };
}
