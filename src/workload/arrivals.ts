import { wholeMs } from '../facts/index.ts';
import type { Schedule } from './demand.ts';
import { bindProfile } from './profiles/bound-profile.ts';
import type { BoundProfile } from './profiles/profile.ts';
import { Drawn, drawnOneByOne } from './random/drawn.ts';
import { type Random, randomStream } from './random/random.ts';
import { sampler } from './random/sampled.ts';
import { createCron } from './time/cron.ts';
import type { Zone } from './time/zone.ts';

/** One instant after the other, in whole milliseconds and none before the last; Infinity where nothing more comes. */
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
      return new Drawn((block) => {
        const count = drawn(block);
        for (let i = 0; i < count; i++) block[i] = wholeMs(block[i] as number);
        return count;
      });
    }
    case 'bursty': {
      const rate = bindProfile(schedule.burstsPerSecond, startMs, zone, seed, `${name}/rate`);
      // One by one: what a burst is like is drawn in between, from the same stream.
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
      return new Drawn((block) => {
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

/** The span of a run. */
interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Arrivals at random at a rate that is constant for a stretch; at each border the draw begins anew, as it may. Each call
 * writes as many as there is room for and the stretch has, one at least.
 *
 * @param gaps in parts of their mean
 */
function poisson(rate: BoundProfile, { startMs, endMs }: Span, gaps: Drawn) {
  // Fields of one object: a variable of its own for each would be a new number in memory at every write.
  const last = { atMs: startMs, ...rate(startMs) };
  const ofStretch = (times: Float64Array): number => {
    const { value, untilMs } = last;
    let count = 0;
    let atMs = value > 0 ? last.atMs : untilMs;
    while (count < times.length && atMs < untilMs) {
      gaps.draw();
      const { block, count: drawn } = gaps;
      let { place } = gaps;
      while (place < drawn && count < times.length && atMs < untilMs) {
        atMs += ((block[place++] as number) * 1000) / value;
        if (atMs < untilMs) times[count++] = atMs;
      }
      gaps.place = place;
    }
    last.atMs = Math.min(atMs, untilMs);
    return count;
  };
  return (times: Float64Array): number => {
    for (;;) {
      const count = ofStretch(times);
      if (count > 0) return count;
      // A rate that is next to nothing would be drawn for without end.
      if (last.untilMs >= endMs) {
        times[0] = Number.POSITIVE_INFINITY;
        return 1;
      }
      const { value, untilMs } = rate(last.untilMs);
      last.value = value;
      last.untilMs = untilMs;
    }
  };
}

/** A burst that begins while another lasts waits for its end: the order of arrivals is kept. */
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
