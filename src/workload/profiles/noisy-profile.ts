import { normalDraws } from '../random/normal.ts';
import type { Random } from '../random/random.ts';
import type { BoundProfile, NoisyProfile, Stretch } from './profile.ts';

/** Multiplies a profile by random noise, with one draw per stretch that is correlated with the draw before. */
export function noisyProfile(
  { variation, everyMs, correlation }: NoisyProfile,
  inner: BoundProfile,
  random: Random,
  startMs: number,
): BoundProfile {
  const sigma = Math.sqrt(Math.log(1 + variation * variation));
  const fresh = Math.sqrt(1 - correlation * correlation);
  const normals = normalDraws(random);
  // Fields of one object, because each write to a captured variable would allocate a number.
  const noise = { normal: 0, factor: 1 };
  let index = -1;
  let of: Stretch = { value: 0, untilMs: Number.NEGATIVE_INFINITY };
  const stretch = { value: Number.NaN, untilMs: Number.NaN };
  return (utcMs) => {
    const now = Math.floor((utcMs - startMs) / everyMs);
    while (index < now) {
      noise.normal = index < 0 ? normals.take() : correlation * noise.normal + fresh * normals.take();
      noise.factor = Math.exp(sigma * noise.normal - (sigma * sigma) / 2);
      index++;
    }
    // The inner value is still valid.
    if (utcMs >= of.untilMs) of = inner(utcMs);
    stretch.value = of.value * noise.factor;
    stretch.untilMs = Math.min(of.untilMs, startMs + (now + 1) * everyMs);
    return stretch;
  };
}
