import { wholeMs } from '../facts/index.ts';
import { createCron } from './cron.ts';
import type { Schedule } from './demand.ts';
import { type BoundProfile, bindProfile } from './profile.ts';
import { exponentialDraws, type Random, randomStream } from './random.ts';
import type { Zone } from './zone.ts';

/** The next instant, in whole milliseconds and not before the last one; Infinity where nothing comes before the end. */
export type Arrivals = () => number;

export function arrivals(
  schedule: Schedule,
  { startMs, endMs }: Span,
  zone: Zone,
  seed: number,
  name: string,
): Arrivals {
  const random = randomStream(seed, `${name}/arrivals`);
  switch (schedule.kind) {
    case 'poisson': {
      const rate = bindProfile(schedule.perSecond, startMs, zone, seed, `${name}/rate`);
      return rounded(poisson(rate, { startMs, endMs }, exponentialDraws(random)));
    }
    case 'bursty': {
      const rate = bindProfile(schedule.burstsPerSecond, startMs, zone, seed, `${name}/rate`);
      return rounded(
        bursty(
          poisson(rate, { startMs, endMs }, () => -Math.log(random())),
          schedule.meanBurst,
          schedule.gapMs,
          random,
        ),
      );
    }
    case 'every': {
      let atMs = startMs + schedule.offsetMs - schedule.everyMs;
      return () => {
        atMs += schedule.everyMs;
        return atMs;
      };
    }
    case 'cron': {
      const cron = createCron(schedule.expression, zone);
      let atMs: number | null = startMs - 1;
      return () => {
        atMs = atMs === null ? null : cron.nextMs(atMs);
        return atMs ?? Number.POSITIVE_INFINITY;
      };
    }
  }
}

/** The span of a run. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Arrivals at random at a rate that is constant for a stretch; at each border the draw begins anew, as it may. */
function poisson(rate: BoundProfile, { startMs, endMs }: Span, draw: () => number): Arrivals {
  // Fields of one object: a variable of its own for each would be a new number in memory at every write.
  const last = { atMs: startMs, ...rate(startMs) };
  return () => {
    for (;;) {
      const gapMs = last.value > 0 ? (draw() * 1000) / last.value : Number.POSITIVE_INFINITY;
      const nextMs = last.atMs + gapMs;
      if (nextMs < last.untilMs) {
        last.atMs = nextMs;
        return nextMs;
      }
      // A rate that is next to nothing would be drawn for without end.
      if (last.untilMs >= endMs) return Number.POSITIVE_INFINITY;
      last.atMs = last.untilMs;
      const { value, untilMs } = rate(last.atMs);
      last.value = value;
      last.untilMs = untilMs;
    }
  };
}

/** A burst that begins while another lasts waits for its end: the order of arrivals is kept. */
function bursty(starts: Arrivals, meanBurst: number, gapMs: number, random: Random): Arrivals {
  let left = 0;
  let atMs = 0;
  const continues = 1 - 1 / meanBurst;
  return () => {
    if (left > 0) {
      left--;
      atMs += -Math.log(random()) * gapMs;
      return atMs;
    }
    atMs = Math.max(atMs, starts());
    while (random() < continues) left++;
    return atMs;
  };
}

function rounded(arrivals: Arrivals): Arrivals {
  return () => wholeMs(arrivals());
}
