import { normalDraws } from '../random/normal.ts';
import type { Random } from '../random/random.ts';
import type { BoundProfile, NoisyProfile, Stretch } from './profile.ts';

/** One draw for each stretch, which remembers as much of the one before as its correlation says. */
export function noisyProfile(
  { variation, everyMs, correlation }: NoisyProfile,
  inner: BoundProfile,
  random: Random,
  startMs: number,
): BoundProfile {
  const sigma = Math.sqrt(Math.log(1 + variation * variation));
  const fresh = Math.sqrt(1 - correlation * correlation);
  const normals = normalDraws(random);
  // Fields of one object: a variable of its own for each would be a new number in memory at every write.
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
    // A value that holds need not be asked for again.
    if (utcMs >= of.untilMs) of = inner(utcMs);
    stretch.value = of.value * noise.factor;
    stretch.untilMs = Math.min(of.untilMs, startMs + (now + 1) * everyMs);
    return stretch;
  };
}
