import { wholeMs } from '../facts/index.ts';
import type { Schedule } from './demand.ts';
import { bindProfile } from './profiles/bound-profile.ts';
import type { BoundProfile } from './profiles/profile.ts';
import { type Drawn, drawnInBlocks, drawnOneByOne } from './random/drawn.ts';
import { type Random, randomStream } from './random/random.ts';
import { sampler } from './random/sampled.ts';
import { createCron } from './time/cron.ts';
import type { Zone } from './time/zone.ts';

/** The times of arrivals in whole milliseconds, in ascending order. Infinity after the last. */
export function arrivals(
  schedule: Schedule,
  { startMs, endMs }: Span,
  zone: Zone,
  seed: number,
  name: string,
): Drawn {
  const random = randomStream(seed, `${name}/arrivals`);
  switch (schedule.kind) {
    case 'poisson': {
      const rate = bindProfile(schedule.perSecond, startMs, zone, seed, `${name}/rate`);
      const gaps = sampler({ kind: 'exponential', meanMs: 1 }, random);
      const drawn = poisson(rate, { startMs, endMs }, gaps);
      return drawnInBlocks((block) => {
        const count = drawn(block);
        for (let i = 0; i < count; i++) block[i] = wholeMs(block[i] as number);
        return count;
      });
    }
    case 'bursty': {
      const rate = bindProfile(schedule.burstsPerSecond, startMs, zone, seed, `${name}/rate`);
      // One at a time, because each burst draws its own properties from the same stream in between.
      const gaps = drawnOneByOne(() => -Math.log(random()));
      const next = bursty(
        poisson(rate, { startMs, endMs }, gaps),
        schedule.meanBurst,
        schedule.gapMs,
        random,
      );
      return drawnOneByOne(() => wholeMs(next()));
    }
    case 'every': {
      let atMs = startMs + schedule.offsetMs - schedule.everyMs;
      return drawnInBlocks((block) => {
        for (let i = 0; i < block.length; i++) {
          atMs += schedule.everyMs;
          block[i] = atMs;
        }
        return block.length;
      });
    }
    case 'cron': {
      const cron = createCron(schedule.expression, zone);
      let atMs: number | null = startMs - 1;
      return drawnOneByOne(() => {
        atMs = atMs === null ? null : cron.nextMs(atMs);
        return atMs ?? Number.POSITIVE_INFINITY;
      });
    }
  }
}

/** The start and the end of a run. */
interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * A Poisson process whose rate is constant for a stretch. At the end of a stretch it draws again, which is exact
 * because the process has no memory. Each call writes at least one arrival, and as many of the stretch as fit.
 * @param gaps exponential draws with mean 1
 */
function poisson(rate: BoundProfile, { startMs, endMs }: Span, gaps: Drawn) {
  // Fields of one object, because each write to a captured variable would allocate a number.
  const state = { atMs: startMs, ...rate(startMs) };
  const drawWithinStretch = (times: Float64Array): number => {
    const { value, untilMs } = state;
    let count = 0;
    let atMs = value > 0 ? state.atMs : untilMs;
    while (count < times.length && atMs < untilMs) {
      gaps.draw();
      const { block, end } = gaps;
      let { place } = gaps;
      while (place < end && count < times.length && atMs < untilMs) {
        atMs += ((block[place++] as number) * 1000) / value;
        if (atMs < untilMs) times[count++] = atMs;
      }
      gaps.place = place;
    }
    state.atMs = Math.min(atMs, untilMs);
    return count;
  };
  return (times: Float64Array): number => {
    for (;;) {
      const count = drawWithinStretch(times);
      if (count > 0) return count;
      // With a rate close to zero, drawing would not end.
      if (state.untilMs >= endMs) {
        times[0] = Number.POSITIVE_INFINITY;
        return 1;
      }
      const { value, untilMs } = rate(state.untilMs);
      state.value = value;
      state.untilMs = untilMs;
    }
  };
}

/** Bursts of arrivals. A burst that would start during another starts after it, so that arrivals stay in order. */
function bursty(
  starts: (times: Float64Array) => number,
  meanBurst: number,
  gapMs: number,
  random: Random,
): () => number {
  const start = new Float64Array(1);
  let left = 0;
  let atMs = 0;
  const continues = 1 - 1 / meanBurst;
  return () => {
    if (left > 0) {
      left--;
      atMs += -Math.log(random()) * gapMs;
      return atMs;
    }
    starts(start);
    atMs = Math.max(atMs, start[0] as number);
    while (random() < continues) left++;
    return atMs;
  };
}
