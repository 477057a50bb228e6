import fc from 'fast-check';
import { expect, test } from 'vitest';
import { constant } from '../../src/compute/index.ts';
import { MIB, MINUTE_MS, quarterCu } from '../../src/facts/index.ts';
import { kernelRun } from '../../src/simulator/fast/kernel-run.ts';
import {
  DEFAULT_ASSUMPTIONS,
  EVENT,
  Run,
  type RunTotals,
  type Simulation,
  totalsOf,
  totalsOnlyRun,
} from '../../src/simulator/index.ts';
import { runs } from '../runs.ts';
import { anyFlow, anySimulation, compute, load, simulation, steady } from './worlds.ts';

/** A compute whose only demand is a load, with any configuration. */
const anyPlain: fc.Arbitrary<Simulation> = fc
  .tuple(
    anySimulation,
    anyFlow,
    fc.nat({ max: 20 }),
    fc.constantFrom(null, steady(0), steady(0), steady(100 * MIB)),
    fc.constantFrom(null, 0, 1, 5000),
    fc.constantFrom(0, 500, 5000),
    fc.constantFrom(0, 1, 40 * MINUTE_MS),
  )
  .map(([given, flow, connections, memory, instantMs, idleCheckMs, beforeApril]) => {
    const [first] = given.computes as [Simulation['computes'][number]];
    const demand = [{ ...flow, connections, memoryBytes: memory ?? flow.memoryBytes }];
    const { life } = given.assumptions;
    const times =
      instantMs === null ? {} : { startTime: constant(instantMs), suspendTime: constant(instantMs) };
    return {
      ...given,
      startMs: beforeApril === 0 ? given.startMs : Date.UTC(2026, 3, 1) - beforeApril,
      plan: 'scale' as const,
      releases: null,
      computes: [{ ...first, changes: [], demand }],
      assumptions: {
        ...given.assumptions,
        life: { ...life, ...times, idleCheckMs, startFailureShare: 0 },
      },
    };
  });

/** All readings of a totals-only run. */
function seen(run: RunTotals) {
  const {
    nowMs,
    spentMonths,
    computes: [one],
  } = run;
  if (one === undefined) throw new Error('a measured run has a compute');
  const { meter, cpu, cache, apart, disk, clients, clientLog, peakSize } = one;
  const { atOnce, peakPooled } = clients.connections;
  return {
    totals: totalsOf(run),
    months: run.monthsAt(nowMs),
    spentMonths,
    meter: [meter.quarterCuMsAt(nowMs), meter.awakeMsAt(nowMs)],
    cpu: [cpu.usedCpuMsAt(nowMs), cpu.throttledMsAt(nowMs)],
    delays: cpu.flowDelaysAt(nowMs),
    ofClients: [clientLog.delays, clientLog.wakeWaits, clientLog.poolWaits],
    cache: [cache.hitsAt(nowMs), cache.missesAt(nowMs)],
    apart: [apart.wakesInHours, apart.delayedOver],
    connections: [atOnce.ever, peakPooled],
    disk: [disk.used.ever, disk.limitBytes],
    peakSize,
    counted: COUNTED.map((kind) => one.counted(EVENT[kind])),
  };
}

const COUNTED = [
  'wake',
  'downscaleDenied',
  'connectionRefused',
  'connectionGivenUp',
  'connectionDropped',
  'memoryKill',
  'poolTimedOut',
  'quotaSpent',
] as const;

test('a kernel run equals the general way to the bit at any time', () => {
  const tried = runs(25, 100);
  let timerOnly = 0;
  fc.assert(
    fc.property(anyPlain, fc.array(fc.nat({ max: 1000 }), { maxLength: 4 }), (given, places) => {
      const short = kernelRun(given);
      if (short === null) return;
      timerOnly++;
      const general = new Run({ ...given, stepping: true }, null, 'sums');
      for (const place of [...places.sort((one, other) => one - other), 1000]) {
        const atMs = Math.floor((given.horizonMs * place) / 1000);
        short.advance(atMs);
        general.advance(atMs);
        expect(seen(short)).toEqual(seen(general));
      }
    }),
    tried,
  );
  expect(timerOnly).toBeGreaterThan(tried.numRuns / 2);
});

test('the awake time without throttling never exceeds its bound, from any time on', () => {
  let sleeps = 0;
  fc.assert(
    fc.property(anyPlain, fc.integer({ min: 0, max: 999 }), (given, place) => {
      const run = kernelRun(given);
      if (run === null) return;
      run.advance(Math.floor((given.horizonMs * place) / 1000));
      const calmMs = () => run.meter.awakeMsAt(run.nowMs) - run.cpu.throttledMsAt(run.nowMs);
      const { nowMs, calmAheadMs } = run;
      const before = calmMs();
      run.advance(given.horizonMs);
      expect(calmMs() - before).toBeLessThanOrEqual(calmAheadMs);
      if (calmAheadMs < given.horizonMs - nowMs) sleeps++;
    }),
    { numRuns: 400 },
  );
  expect(sleeps).toBeGreaterThan(40);
});

test('runs that take turns in the kernel equal runs that have it to themselves', () => {
  fc.assert(
    fc.property(anyPlain, anyPlain, fc.integer({ min: 2, max: 12 }), (one, other, turns) => {
      const both = [one, long(other)].map((given) => ({
        given,
        run: kernelRun(given),
        alone: kernelRun(given),
      }));
      for (let turn = 1; turn <= turns; turn++)
        for (const { given, run } of both) run?.advance(Math.floor((given.horizonMs * turn) / turns));
      for (const { given, run, alone } of both) {
        if (run === null || alone === null) continue;
        alone.advance(given.horizonMs);
        expect(seen(run)).toEqual(seen(alone));
      }
    }),
    runs(60, 300),
  );
});

test('the metered time with a larger minimum equals that of its own run, if only the meter differs', () => {
  let [same, other] = [0, 0];
  fc.assert(
    fc.property(anyRaised, fc.integer({ min: 1, max: 1000 }), ({ small, large, minimum }, place) => {
      if (small === null || large === null) return;
      const atMs = Math.floor((small.simulation.horizonMs * place) / 1000);
      small.advance(atMs);
      large.advance(atMs);
      const metered = small.meteredFrom(minimum);
      if (metered === null) {
        other++;
        return;
      }
      same++;
      expect(metered).toBe(large.meter.quarterCuMsAt(atMs));
      const unlike = { totals: null, months: null, meter: null, peakSize: null, disk: null };
      expect({ ...seen(small), ...unlike }).toEqual({ ...seen(large), ...unlike });
    }),
    { numRuns: 400 },
  );
  expect(Math.min(same, other)).toBeGreaterThan(20);
});

/**
 * Runs with the smallest minimum and with a larger one. In some of them bursts follow soon after a step down
 * to the smallest size that took long, or that memory denied.
 */
const anyRaised = fc
  .tuple(
    anyPlain,
    fc.array(fc.constantFrom(0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 2), { minLength: 200, maxLength: 200 }),
    fc.constantFrom(0.5, 1, 2),
    fc.constantFrom(
      null,
      { downscaleStepMs: 3 * MINUTE_MS, moreBytes: 0, target: 0.75 },
      { downscaleStepMs: 1000, moreBytes: 540 * MIB, target: 0.9 },
    ),
  )
  .map(([given, values, minCu, held]) => {
    const { computes, assumptions } = given;
    const [first] = computes as [Simulation['computes'][number]];
    const bursts = load({ kind: 'samples', atMs: 0, stepMs: MINUTE_MS, values: Float64Array.from(values) });
    const demand = held === null ? first.demand : [bursts];
    const { downscaleStepMs, moreBytes, target } = held ?? {
      downscaleStepMs: 1000,
      moreBytes: 0,
      target: 0.75,
    };
    const autoscaler = { ...assumptions.autoscaler, downscaleStepMs, memoryUsageFractionTarget: target };
    const baseMemoryBytes = assumptions.baseMemoryBytes + moreBytes;
    const from = (lowestCu: number) =>
      kernelRun({
        ...given,
        horizonMs: held === null ? given.horizonMs : values.length * MINUTE_MS,
        assumptions: { ...assumptions, baseMemoryBytes, autoscaler },
        computes: [{ ...first, demand, size: { minCu: lowestCu, maxCu: 4 } }],
      });
    return { small: from(0.25), large: from(minCu), minimum: quarterCu(minCu) };
  });

/** Adds so many changes that the kernel needs more memory than it has at first. */
function long(given: Simulation): Simulation {
  const [first] = given.computes as [Simulation['computes'][number]];
  const demand = first.demand.map((one) => {
    if (one.kind !== 'load') throw new Error('a lone compute has a load alone');
    const vcpu = { kind: 'noisy', of: one.vcpu, variation: 0.2, everyMs: 5000, correlation: 0 } as const;
    return { ...one, vcpu };
  });
  return { ...given, computes: [{ ...first, demand }] };
}

test('queues that a run has computed do not serve a run with another quota', () => {
  const [short, long] = [100, 900].map((quotaPeriodMs) =>
    simulation({
      horizonMs: 20 * MINUTE_MS,
      assumptions: { ...DEFAULT_ASSUMPTIONS, burst: false, quotaPeriodMs },
      computes: [compute([load(steady(0.4), { cpuMsPerQuery: 20 })], { size: { minCu: 0.25, maxCu: 2 } })],
    }),
  ) as [Simulation, Simulation];
  const meteredBy = (run: RunTotals) => {
    run.advance(run.simulation.horizonMs);
    return run.computes[0]?.meter.quarterCuMsAt(run.nowMs);
  };
  const before = meteredBy(totalsOnlyRun(short));
  const after = meteredBy(totalsOnlyRun(long));
  expect(after).toBe(meteredBy(new Run({ ...long, stepping: true })));
  expect(after).not.toBe(before);
});
