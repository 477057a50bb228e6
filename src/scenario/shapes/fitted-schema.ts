import { z } from 'zod';
import { FITTED_SHARES, type Profile } from '../../workload/index.ts';
import { group, number, wholeDuration } from '../notation/notation.ts';
import { weekHours } from '../notation/week-hours.ts';

const QUANTILE_WORDS = `${FITTED_SHARES.length} quantiles that do not fall, from 0 to 1000000: those at ${FITTED_SHARES.map((share) => `${share * 100}%`).join(', ')}`;

const quantiles = z
  .array(number(QUANTILE_WORDS, 0, 1e6), { error: QUANTILE_WORDS })
  .length(FITTED_SHARES.length, { error: QUANTILE_WORDS })
  .refine((values) => values.every((value, i) => i === 0 || value >= (values[i - 1] as number)), {
    error: QUANTILE_WORDS,
  });

const rate = number('how often in an hour, from 0 to 1000000', 0, 1e6);

/** The profile that `tidemark trace fit` writes. */
export function fitted(unit: z.ZodType<number>) {
  return group('what a trace was like', {
    fitted: group('what a trace was like: step, busy, pauses, resumes, workLengths, pauseLengths, levels', {
      step: wholeDuration.refine((ms) => ms >= 1000, { error: 'a duration of a second or more' }),
      busy: weekHours(unit, '0.1, 0.1'),
      pauses: weekHours(rate, '0.5, 0.5'),
      resumes: weekHours(rate, '0.5, 0.5'),
      workLengths: quantiles,
      pauseLengths: quantiles,
      levels: quantiles,
      correlation: number('a correlation from -0.999 to 0.999', -0.999, 0.999),
    }),
  }).transform(({ fitted: { step, ...rest } }): Profile => ({ kind: 'fitted', stepMs: step, ...rest }));
}
