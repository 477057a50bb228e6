import { MINUTE_MS } from '../../facts/index.ts';
import type { Profile } from '../../workload/index.ts';
import { number, wholeDuration } from '../notation/notation.ts';

export interface Noise {
  readonly noise?: number;
  readonly noiseEvery?: number;
  readonly noiseCorrelation: number;
}

export const noiseFields = {
  noise: number('a coefficient of variation from 0 to 5', 0, 5).optional(),
  noiseEvery: wholeDuration
    .refine((ms) => ms >= 1000, { error: 'a duration of a second or more' })
    .optional(),
  noiseCorrelation: number('a correlation from 0 to 0.999', 0, 0.999).default(0),
};

export function withNoise(of: Profile, { noise, noiseEvery, noiseCorrelation }: Noise): Profile {
  if (noise === undefined) return of;
  const everyMs = noiseEvery ?? MINUTE_MS;
  return { kind: 'noisy', of, variation: noise, everyMs, correlation: noiseCorrelation };
}
