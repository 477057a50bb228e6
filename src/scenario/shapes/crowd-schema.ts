import { z } from 'zod';
import { crowdLengthMs, type Profile } from '../../workload/index.ts';
import { when } from '../notation/local-time.ts';
import { duration, group, number } from '../notation/notation.ts';

const AT_WORDS =
  'when it begins: a local date or a time after the start, a list of them, or { perWeek: 2 } for random times';

export function crowd(unit: z.ZodType<number>) {
  return group('a flash crowd: peak, at, rise, hold, decay', {
    peak: unit,
    at: z.union(
      [
        when.transform((time) => [time]),
        z.array(when, { error: AT_WORDS }).min(1, { error: AT_WORDS }).max(1000, { error: AT_WORDS }),
        group(AT_WORDS, { perWeek: number('a number a week from 0.001 to 1000', 0.001, 1000) }),
      ],
      { error: AT_WORDS },
    ),
    ...crowdTimes,
  })
    .refine(hasLength, { error: NO_LENGTH, path: ['hold'] })
    .transform(({ peak, at, ...times }): Profile => ({ kind: 'crowd', peak, at, ...crowdTimesOf(times) }));
}

const wholeOrNone = duration.transform((ms) => Math.round(ms)).default(0);

/** The times in which a crowd grows, stays and shrinks. */
const crowdTimes = { rise: wholeOrNone, hold: wholeOrNone, decay: wholeOrNone };

const NO_LENGTH = 'a rise, hold or decay of a millisecond or more';

interface CrowdTimes {
  readonly rise: number;
  readonly hold: number;
  readonly decay: number;
}

function crowdTimesOf({ rise, hold, decay }: CrowdTimes) {
  return { riseMs: rise, holdMs: hold, decayMs: decay };
}

function hasLength(times: CrowdTimes): boolean {
  return crowdLengthMs(crowdTimesOf(times)) > 0;
}
