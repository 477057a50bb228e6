import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Cpu, Histogram } from '../../src/compute/index.ts';

/** Jobs that arrive at a time and need some processor time. */
interface Job {
  readonly atMs: number;
  readonly cpuMs: number;
}

const anyJob = fc.record({
  atMs: fc.integer({ min: 0, max: 400 }),
  // With whole milliseconds, an end could be exactly between two, and rounding would decide.
  cpuMs: fc.integer({ min: 1, max: 250 }).map((ms) => ms + 0.1373),
});

describe('a size with a fraction of a processor', () => {
  test('lets a short query run at full speed, and stops a long one when the quota of a period is used', () => {
    // Half a processor in periods of 100 ms is 50 ms of each, and 3 ms that the next period has less.
    expect(ends([{ atMs: 0, cpuMs: 5 }], 0.5, 100)).toEqual([5]);
    expect(ends([{ atMs: 0, cpuMs: 53 }], 0.5, 100)).toEqual([53]);
    expect(ends([{ atMs: 0, cpuMs: 60 }], 0.5, 100)).toEqual([107]);
    expect(ends([{ atMs: 30, cpuMs: 160 }], 0.5, 100)).toEqual([307]);
  });

  test('has less of its quota in the period after one that used more', () => {
    const late = { atMs: 40, cpuMs: 52 };
    expect(ends([late, { atMs: 110, cpuMs: 51 }], 0.5, 100)).toEqual([92, 161]);
    expect(ends([late, { atMs: 110, cpuMs: 53 }], 0.5, 100)).toEqual([92, 202]);
    // A period without work makes up for it.
    expect(ends([late, { atMs: 210, cpuMs: 53 }], 0.5, 100)).toEqual([92, 263]);
  });

  test('goes on at once after a change of its quota', () => {
    const cpu = processors(0.25, 100);
    cpu.start(0, 1000, 0);
    cpu.setVcpu(0.5, 60);
    // It has run for 28 ms of the first 60, and runs for the rest of the period.
    expect(cpu.usedCpuMsAt(60)).toBe(28);
    expect(cpu.usedCpuMsAt(100)).toBe(68);
    // With 40 ms of 50 used, nothing is left to make up for.
    expect(cpu.usedCpuMsAt(200)).toBe(68 + 53);
    cpu.setVcpu(0.25, 190);
    expect(cpu.usedCpuMsAt(200)).toBe(68 + 53 + 10);
  });

  test('has its whole quota in the period after a step down', () => {
    const cpu = processors(1, 100);
    cpu.start(0, 80, 0);
    expect(cpu.takeFinished(80)).toBe(0);
    cpu.setVcpu(0.5, 80);
    cpu.start(1, 53, 110);
    expect(cpu.nextFinishMs()).toBe(163);
  });

  test('is throttled while it has work after its quota is used, also while the work goes on', () => {
    const cpu = processors(0.5, 100);
    cpu.start(0, 60, 0);
    expect([50, 52, 100, 107].map((ms) => cpu.throttledMsAt(ms))).toEqual([0, 2, 50, 50]);
    expect(cpu.takeFinished(107)).toBe(0);
    expect(cpu.throttledMsAt(200)).toBe(50);
  });

  test('shares its next higher number of processors until then', () => {
    // One and a half processors let two queries use 75 ms each in a period, and 3 ms too much.
    const two = [
      { atMs: 0, cpuMs: 70 },
      { atMs: 0, cpuMs: 80 },
    ];
    expect(ends(two, 1.5, 100)).toEqual([70, 80]);
    const long = [
      { atMs: 0, cpuMs: 80 },
      { atMs: 0, cpuMs: 80 },
    ];
    expect(ends(long, 1.5, 100)).toEqual([102, 102]);
  });

  test('ends jobs when a loop over milliseconds ends them', () => {
    fc.assert(
      fc.property(
        fc.array(anyJob, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(0.25, 0.5, 0.75, 1, 1.25, 1.5, 2.75),
        fc.constantFrom(10, 40, 100),
        (jobs, vcpu, periodMs) => {
          const [found, looped] = [ends(jobs, vcpu, periodMs), loopedEnds(jobs, vcpu, periodMs)];
          expect(found).toEqual(looped);
        },
      ),
    );
  });

  test('begins its periods with the machine, so that a later start changes no bit', () => {
    fc.assert(
      fc.property(
        fc.array(anyJob, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(0.25, 0.75, 1.5),
        fc.constantFrom(10, 99.921875, 33.3),
        // Up to the times of a service, which counts from 1970.
        fc.integer({ min: 1, max: 1.8e12 }),
        (jobs, vcpu, periodMs, startedMs) => {
          const later = jobs.map(({ atMs, cpuMs }) => ({ atMs: startedMs + atMs, cpuMs }));
          const found = ends(later, vcpu, periodMs, 0, startedMs);
          expect(found.map((ms) => ms - startedMs)).toEqual(ends(jobs, vcpu, periodMs));
        },
      ),
    );
  });

  test('uses no more than its quota in any time, and no less while there is work', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0.25, 0.5, 1.25, 1.5),
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 2, maxLength: 10 }),
        (vcpu, jobs, times) => {
          const cpu = processors(vcpu, 100);
          for (let job = 0; job < jobs; job++) cpu.start(job, Number.POSITIVE_INFINITY, 0);
          expect(cpu.nextFinishMs()).toBe(Number.POSITIVE_INFINITY);
          const quota = vcpu * 100;
          for (const nowMs of times.sort((a, b) => a - b)) {
            const used = cpu.usedCpuMsAt(nowMs);
            const due = Math.min(jobs, vcpu) * nowMs;
            // Each job uses a processor for up to 3 ms too long.
            expect(used).toBeLessThanOrEqual(due + quota + 3 * jobs);
            expect(used).toBeGreaterThanOrEqual(due - 1e-6);
          }
        },
      ),
    );
  });
});

describe('the rounding of ends', () => {
  test('leaves the processor time of many short queries as it is', () => {
    const usedBy = (cpuMs: number) => {
      const cpu = processors(1, 100);
      for (let nowMs = 0; nowMs < 10_000; nowMs += 10) {
        cpu.start(0, cpuMs, nowMs);
        cpu.takeFinished(cpu.nextFinishMs());
      }
      return cpu.usedCpuMsAt(10_000);
    };
    for (const cpuMs of [0.01, 0.4, 0.5, 0.6, 1, 2.3, 5.75]) {
      expect(usedBy(cpuMs)).toBeGreaterThanOrEqual(1000 * cpuMs - 0.51);
      expect(usedBy(cpuMs)).toBeLessThanOrEqual(1000 * cpuMs + 0.51);
    }
  });

  test('moves work from a query to later ones, and neither makes nor loses any', () => {
    fc.assert(
      fc.property(
        fc.array(anyJob, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(0.25, 0.75, 1, 1.5, 3),
        (jobs, vcpu) => {
          const cpu = processors(vcpu, 100);
          runAll(cpu, [...jobs.entries()]);
          const needed = jobs.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
          const { carriedMs } = cpu.saved();
          expect(cpu.usedCpuMsAt(1e9) + carriedMs).toBeCloseTo(needed, 5);
          expect(Math.abs(carriedMs)).toBeLessThanOrEqual(jobs.length / 2);
        },
      ),
    );
  });
});

test('processors go on from a saved state without changing an end', () => {
  fc.assert(
    fc.property(
      fc.array(anyJob, { minLength: 1, maxLength: 10 }),
      fc.constantFrom(0.25, 0.75, 1, 1.5, 3),
      fc.integer({ min: 0, max: 800 }),
      (jobs, vcpu, savedMs) => {
        const numbered = [...jobs.entries()];
        const cpu = processors(vcpu, 100);
        const before = runAll(
          cpu,
          numbered.filter(([, { atMs }]) => atMs <= savedMs),
          savedMs,
        );
        const again = processors(vcpu, 100);
        again.restore(JSON.parse(JSON.stringify(cpu.saved())));
        const after = runAll(
          again,
          numbered.filter(([, { atMs }]) => atMs > savedMs),
        );
        expect({ ...before, ...after }).toEqual({ ...ends(jobs, vcpu, 100) });
      },
    ),
  );
});

describe('contention', () => {
  test('makes queries that share a processor need more of it, up to its limit', () => {
    const alone = ends([{ atMs: 0, cpuMs: 1000 }], 1, 100, 0.1);
    const crowd = ends(
      Array.from({ length: 10 }, () => ({ atMs: 0, cpuMs: 100 })),
      1,
      100,
      0.1,
    );
    expect(alone).toEqual([1000]);
    // Nine tenths of the limit, because ten queries share one processor.
    expect(new Set(crowd)).toEqual(new Set([1090]));
  });
});

function processors(vcpu: number, quotaPeriodMs: number, contention = 0, startedMs = 0): Cpu {
  const cpu = new Cpu(new Histogram(), { quotaPeriodMs, contention, randomArrivals: false });
  cpu.setVcpu(vcpu, startedMs);
  return cpu;
}

/** Returns the end of each job, by the processors of a compute. */
function ends(jobs: readonly Job[], vcpu: number, periodMs: number, contention = 0, startedMs = 0): number[] {
  return runAll(processors(vcpu, periodMs, contention, startedMs), [...jobs.entries()]);
}

function runAll(
  cpu: Cpu,
  jobs: readonly (readonly [number, Job])[],
  untilMs = Number.MAX_SAFE_INTEGER,
): number[] {
  const found: number[] = [];
  const finishUpTo = (untilMs: number) => {
    for (let nowMs = cpu.nextFinishMs(); nowMs <= untilMs; nowMs = cpu.nextFinishMs())
      for (let job = cpu.takeFinished(nowMs); job >= 0; job = cpu.takeFinished(nowMs)) found[job] = nowMs;
  };
  for (const [job, { atMs, cpuMs }] of [...jobs].sort(([, a], [, b]) => a.atMs - b.atMs)) {
    finishUpTo(atMs);
    cpu.start(job, cpuMs, atMs);
  }
  finishUpTo(untilMs);
  return found;
}

/** Returns the same by a loop over milliseconds. */
function loopedEnds(jobs: readonly Job[], vcpu: number, periodMs: number): number[] {
  const left = jobs.map(({ cpuMs }) => cpuMs);
  const found: number[] = [];
  let quota = 0;
  let carriedMs = 0;
  for (let nowMs = 0; found.filter(() => true).length < jobs.length; nowMs++) {
    if (nowMs % periodMs === 0) quota = vcpu * periodMs + Math.min(0, quota);
    for (const [job, { atMs }] of jobs.entries()) {
      if (atMs !== nowMs) continue;
      const takenMs = Math.max(-0.5, Math.min(0.5, carriedMs));
      carriedMs -= takenMs;
      left[job] = (left[job] as number) + takenMs;
    }
    const active = jobs.flatMap(({ atMs }, job) => (atMs <= nowMs && found[job] === undefined ? [job] : []));
    const rate = Math.min(active.length, Math.ceil(vcpu));
    const isLimited = !Number.isInteger(vcpu);
    const used = isLimited ? Math.min(rate, Math.max(0, quota + 3 * rate)) : rate;
    quota -= used;
    for (const job of active) left[job] = (left[job] as number) - used / active.length;
    // A job that is half a millisecond from its end, by the speed of those that are left, has ended.
    active.sort((a, b) => (left[a] as number) - (left[b] as number));
    for (let n = active.length; n > 0; n--) {
      const job = active[active.length - n] as number;
      if ((left[job] as number) > 0.5 * Math.min(1, Math.ceil(vcpu) / n)) break;
      found[job] = nowMs + 1;
      carriedMs += left[job] as number;
    }
  }
  return found;
}
