import { DAY_MS } from '../../facts/index.ts';
import type { Random } from '../random/random.ts';
import type { Zone } from '../time/zone.ts';
import type { BoundProfile, CrowdProfile, PlannedTime, Stretch } from './profile.ts';

/** The sum of all crowds at a time. */
export function crowdProfile(
  profile: CrowdProfile,
  startMs: number,
  zone: Zone,
  random: Random,
): BoundProfile {
  const next =
    'perWeek' in profile.at
      ? atRandom(profile.at.perWeek, startMs, random)
      : planned(profile.at, startMs, zone);
  const lengthMs = crowdLengthMs(profile);
  const shape = shapeOf(profile);
  let nextMs = next();
  let active: number[] = [];
  return (utcMs) => {
    while (nextMs <= utcMs) {
      active.push(nextMs);
      nextMs = next();
    }
    active = active.filter((atMs) => atMs + lengthMs > utcMs);
    let value = 0;
    let untilMs = nextMs;
    for (const atMs of active) {
      const stretch = shape(utcMs - atMs);
      value += stretch.value;
      untilMs = Math.min(untilMs, atMs + stretch.untilMs);
    }
    return { value, untilMs };
  };
}

/** How long a crowd lasts, until less than a hundredth of its peak is left. */
export function crowdLengthMs({
  riseMs,
  holdMs,
  decayMs,
}: Omit<CrowdProfile, 'kind' | 'peak' | 'at'>): number {
  return riseMs + holdMs + HALVINGS * decayMs;
}

const HALVINGS = 7;
const RISE_STEPS = 12;
const HALVING_STEPS = 6;

/** The size of a crowd by its age, in steps of whole milliseconds with the value at their middle. */
function shapeOf({ peak, riseMs, holdMs, decayMs }: CrowdProfile): (ageMs: number) => Stretch {
  const riseStepMs = Math.max(1, Math.ceil(riseMs / RISE_STEPS));
  const decayStepMs = Math.max(1, Math.ceil(decayMs / HALVING_STEPS));
  const decayFromMs = riseMs + holdMs;
  const endMs = decayFromMs + HALVINGS * decayMs;
  return (ageMs) => {
    if (ageMs < riseMs) {
      const fromMs = Math.floor(ageMs / riseStepMs) * riseStepMs;
      const untilMs = Math.min(riseMs, fromMs + riseStepMs);
      return { value: (peak * (fromMs + untilMs)) / 2 / riseMs, untilMs };
    }
    if (ageMs < decayFromMs) return { value: peak, untilMs: decayFromMs };
    const fromMs = decayFromMs + Math.floor((ageMs - decayFromMs) / decayStepMs) * decayStepMs;
    const untilMs = Math.min(endMs, fromMs + decayStepMs);
    return { value: peak * 2 ** (-((fromMs + untilMs) / 2 - decayFromMs) / decayMs), untilMs };
  };
}

function atRandom(perWeek: number, startMs: number, random: Random): () => number {
  let atMs = startMs;
  return () => {
    atMs += (-Math.log(random()) * 7 * DAY_MS) / perWeek;
    return Math.round(atMs);
  };
}

function planned(times: readonly PlannedTime[], startMs: number, zone: Zone): () => number {
  const sorted = times.map((time) => instantOf(time, startMs, zone)).sort((a, b) => a - b);
  let index = 0;
  return () => sorted[index++] ?? Number.POSITIVE_INFINITY;
}

export function instantOf(time: PlannedTime, startMs: number, zone: Zone): number {
  return 'localMs' in time ? zone.utcMs(time.localMs) : startMs + time.afterMs;
}
