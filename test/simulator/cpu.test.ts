import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cpu, Histogram } from '../../src/compute/index.ts';
import { DEFAULT_ASSUMPTIONS } from '../../src/simulator/index.ts';

test('a job without end gets the same share of processors as a job of a month, and leaves no trace', () => {
  const anyJob = fc.record({
    atMs: fc.integer({ min: 0, max: 5000 }),
    cpuMs: fc.integer({ min: 1, max: 9000 }),
  });
  const anyLong = fc.record({
    fromMs: fc.integer({ min: 0, max: 5000 }),
    forMs: fc.integer({ min: 1, max: 9000 }),
  });
  fc.assert(
    fc.property(
      fc.array(anyJob, { maxLength: 6 }),
      fc.array(anyLong, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0.25, 1, 2, 7),
      (jobs, longs, vcpu) => {
        expect(lived(jobs, longs, vcpu, Number.POSITIVE_INFINITY)).toEqual(
          lived(jobs, longs, vcpu, 30 * 86_400_000),
        );
      },
    ),
  );
});

interface Job {
  readonly atMs: number;
  readonly cpuMs: number;
}

interface Long {
  readonly fromMs: number;
  readonly forMs: number;
}

/** Returns all readings of the processors, at each change and at the end. */
function lived(
  jobs: readonly Job[],
  longs: readonly Long[],
  vcpu: number,
  cpuMs: number,
): readonly unknown[] {
  const cpu = new Cpu(new Histogram(), DEFAULT_ASSUMPTIONS);
  cpu.setVcpu(vcpu, 0);
  cpu.setFlow(0.5, 20, 3, 0);
  const deeds = [
    ...jobs.map(({ atMs, cpuMs }, i) => ({ atMs, act: () => cpu.start(i, cpuMs, atMs) })),
    ...longs.flatMap(({ fromMs, forMs }, i) => [
      { atMs: fromMs, act: () => cpu.start(100 + i, cpuMs, fromMs) },
      { atMs: fromMs + forMs, act: () => cpu.remove(100 + i, fromMs + forMs) },
    ]),
  ].sort((a, b) => a.atMs - b.atMs);
  const seen: unknown[] = [];
  const look = (nowMs: number) =>
    seen.push([
      nowMs,
      cpu.runnableAt(nowMs),
      cpu.usedCpuMsAt(nowMs),
      cpu.throttledMsAt(nowMs),
      cpu.backlogAt(nowMs),
    ]);
  const finishUpTo = (untilMs: number) => {
    for (let nowMs = cpu.nextFinishMs(); nowMs <= untilMs; nowMs = cpu.nextFinishMs()) {
      for (let job = cpu.takeFinished(nowMs); job >= 0; job = cpu.takeFinished(nowMs))
        seen.push([nowMs, job]);
      cpu.settle(nowMs);
      look(nowMs);
    }
  };
  for (const { atMs, act } of deeds) {
    finishUpTo(atMs - 1);
    act();
    look(atMs);
  }
  finishUpTo(1_000_000);
  look(1_000_000);
  return seen;
}
