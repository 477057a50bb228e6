import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, GIB, HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import { type EventSink, Run, resultOf, type Simulation } from '../../src/simulator/index.ts';
import { createZone, type LoadDemand, type Profile } from '../../src/workload/index.ts';
import { runs } from '../runs.ts';
import { anyFlow, anySimulation, anySize, compute, load, only, simulation } from './worlds.ts';

/** Computes whose only demand is a load, with any configuration and any other events. */
const anyFlowing: fc.Arbitrary<Simulation> = fc
  .tuple(anySimulation, fc.array(anyFlow, { minLength: 2, maxLength: 2 }), fc.constantFrom(100, 0.2, 0.7, 2))
  .map(([given, flows, free]) => {
    const { quotaCuHours } = given.facts;
    return {
      ...given,
      // Some of these quotas are spent in a few hours.
      facts: { ...given.facts, quotaCuHours: { ...quotaCuHours, value: { ...quotaCuHours.value, free } } },
      computes: given.computes.map((one, i) => ({ ...one, demand: [flows[i] as LoadDemand] })),
    };
  });

function told(given: Simulation) {
  const run = new Run(given, null, 'sums');
  run.advance(given.horizonMs);
  return resultOf(run);
}

/** A full run whose timeline is already full. */
function withoutRoom(given: Simulation, sink: EventSink | null = null): Run {
  const run = new Run(given, sink);
  const entry = { atMs: 0, state: null, pending: null, cu: 0, reason: '' };
  for (const { timeline } of run.computes) while (timeline.hasRoom) timeline.add(entry);
  return run;
}

/** The internal state that no result shows, and that later results follow from. */
function insides({ nowMs, computes }: Run) {
  return computes.map(({ accepts, settings, cpu, memory, meter, scaling, size, peakSize }) => {
    const { sizing } = scaling.saved();
    return {
      sizes: [size, peakSize, meter.size, meter.lowest, meter.highest],
      cpu: [cpu.backlogAt(nowMs), cpu.queuedCpuMsMsAt(nowMs), cpu.highestBacklogMsAt(nowMs), cpu.moves],
      delays: cpu.flowDelaysAt(nowMs),
      // A machine that is gone has no metrics.
      scaling: accepts && [
        sizing?.load.one,
        sizing?.load.five,
        sizing?.load.runnable,
        scaling.load1At(nowMs),
        scaling.highestLoad1At(nowMs),
        // With a fixed size, the units that memory asks for have no effect.
        settings.autoscales && sizing?.restUnits,
        sizing?.waits,
      ],
      memory: [memory.nonReclaimableBytes, memory.highestBytes],
    };
  });
}

test('the fast path of a load equals the general way to the bit', () => {
  fc.assert(
    fc.property(anyFlowing, (given) => {
      expect(told(given)).toEqual(told({ ...given, stepping: true }));
    }),
    runs(15),
  );
});

test('the fast path runs out of memory like the general way if sizes have less memory', () => {
  const steps = [
    { atMs: 0, value: 0 },
    { atMs: 20 * MINUTE_MS, value: 2.5 * GIB },
  ];
  const given = simulation({
    horizonMs: HOUR_MS,
    computes: [compute([load(0.5, { memoryBytes: { kind: 'steps', steps } })])],
  });
  const { facts } = given;
  const small = { ...given, facts: { ...facts, ramGibPerCu: { ...facts.ramGibPerCu, value: 2 } } };
  const { computes } = told(small);
  expect(computes[0]?.memory.kills).toBeGreaterThan(0);
  expect(told(small)).toEqual(told({ ...small, stepping: true }));
});

test('the detail of a run does not change its totals', () => {
  fc.assert(
    fc.property(anyFlowing, (given) => {
      const run = new Run(given);
      run.advance(given.horizonMs);
      const [all, sums] = [resultOf(run), told(given)];
      expect(sums.totals).toEqual(all.totals);
      expect(sums.months).toEqual(all.months);
    }),
    runs(15),
  );
});

test('a run in two parts equals a run in one part', () => {
  fc.assert(
    fc.property(anyFlowing, fc.double({ min: 0, max: 1, noNaN: true }), (given, place) => {
      const run = new Run(given, null, 'sums');
      run.advance(Math.floor(given.horizonMs * place));
      run.advance(given.horizonMs);
      expect(resultOf(run)).toEqual(told(given));
    }),
    runs(15),
  );
});

test('a full run with a full timeline takes the fast path, with the same internal state at any time', () => {
  fc.assert(
    fc.property(anyFlowing, fc.array(fc.nat({ max: 999 }), { maxLength: 3 }), (given, places) => {
      const [fast, general] = [withoutRoom(given), withoutRoom({ ...given, stepping: true })];
      for (const place of [...places.sort((one, other) => one - other), 1000]) {
        const atMs = Math.floor((given.horizonMs * place) / 1000);
        fast.advance(atMs);
        general.advance(atMs);
        expect(insides(fast)).toEqual(insides(general));
      }
      expect(resultOf(fast)).toEqual(resultOf(general));
    }),
    runs(15),
  );
});

/** Weeks of a load that may pause at night, on a size that is too small for it at times. */
const anyWeeks: fc.Arbitrary<Simulation> = fc
  .record({
    seed: fc.nat(),
    low: fc.constantFrom(0, 0.1),
    high: fc.double({ min: 0.5, max: 3, noNaN: true }),
    everyMs: fc.constantFrom(MINUTE_MS, 7 * MINUTE_MS, HOUR_MS),
    size: anySize,
  })
  .map(({ seed, low, high, everyMs, size }) => {
    const wave: Profile = { kind: 'daily', low, high, peakAtMs: 14 * HOUR_MS, weekend: low };
    const vcpu: Profile = { kind: 'noisy', of: wave, variation: 0.5, everyMs, correlation: 0.5 };
    return simulation({ seed, horizonMs: 35 * DAY_MS, computes: [compute([load(vcpu)], { size })] });
  });

test('hourly rows equal the readings at the end of each hour', () => {
  fc.assert(
    fc.property(anyWeeks, (given) => {
      const told = withoutRoom(given);
      told.advance(given.horizonMs);
      const looked = new Run(given, null, 'sums');
      const read = () => {
        const { meter, cpu } = only(looked.computes);
        const { nowMs } = looked;
        return [meter.awakeMsAt(nowMs), meter.quarterCuMsAt(nowMs), cpu.throttledMsAt(nowMs)];
      };
      let before = read();
      for (const { untilMs, values } of only(told.computes).periodBoundaries.hourlyTotals.at(told.nowMs)
        .hours) {
        looked.advance(untilMs);
        const now = read();
        expect(values.slice(0, 3)).toEqual(now.map((value, i) => value - (before[i] as number)));
        before = now;
      }
      expect(looked.nowMs).toBe(given.horizonMs);
    }),
    runs(4, 200),
  );
});

test('hourly rows are the same without the fast path, with a quota, zones, parts and another compute', () => {
  const anyWorld = fc
    .tuple(
      fc.array(anyWeeks, { minLength: 1, maxLength: 2 }),
      fc.constantFrom('UTC', 'Europe/Berlin', 'America/Havana', 'Asia/Kathmandu').map(createZone),
      fc.integer({ min: Date.UTC(2026, 1, 24), max: Date.UTC(2026, 2, 30) }),
      fc.constantFrom(null, 5, 100),
    )
    .map(([worlds, zone, startMs, free]): Simulation => {
      const [first] = worlds as [Simulation];
      const { facts } = first;
      return {
        ...first,
        zone,
        startMs,
        horizonMs: 12 * DAY_MS,
        plan: free === null ? 'scale' : 'free',
        facts: {
          ...facts,
          quotaCuHours: { ...facts.quotaCuHours, value: { ...facts.quotaCuHours.value, free } },
        },
        computes: worlds.flatMap(({ computes }, i) =>
          computes.map((one) => ({ ...one, name: `compute ${i}` })),
        ),
      };
    });
  fc.assert(
    fc.property(anyWorld, fc.array(fc.nat({ max: 12 * DAY_MS }), { maxLength: 3 }), (given, places) => {
      const [fast, shut] = [withoutRoom(given), withoutRoom(given, () => {})];
      for (const atMs of [...places.sort((one, other) => one - other), given.horizonMs]) {
        fast.advance(atMs);
        shut.advance(atMs);
        expect(resultOf(fast)).toEqual(resultOf(shut));
      }
    }),
    runs(4, 200),
  );
});
