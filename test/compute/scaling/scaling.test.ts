import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AutoscalerConfig,
  type Bounds,
  DEFAULT_AUTOSCALER,
  KERNEL_BYTES,
  LOAD_TICK_MS,
  metricsOf,
  NO_WAITS,
  restUnits,
  Scaling,
  type ScalingAlarm,
  type ScalingPorts,
} from '../../../src/compute/index.ts';
import { LoadBand } from '../../../src/compute/scaling/load-band.ts';
import { GIB, type QuarterCu, quarterCu, SECOND_MS } from '../../../src/facts/index.ts';
import { ORACLE, type OracleCase } from './oracle.ts';

const WIDEST: Bounds = { minQuarterCu: 1 as QuarterCu, maxQuarterCu: 10_000 as QuarterCu };

/** A machine without behaviour. It returns the given readings, and records calls. */
class StillMachine implements ScalingPorts {
  readonly alarms = new Map<ScalingAlarm, number>();
  readonly sizes: number[] = [];
  readonly denials: number[] = [];
  bounds = WIDEST;
  accepts = true;
  flows = true;
  moves = false;
  runnableFollowsSize = false;
  cacheMoves = false;
  flowChangesMs = Number.POSITIVE_INFINITY;
  lastReadMs = 0;
  runnable = 0;
  nonReclaimableBytes = 0;
  cachedBytes = 0;
  workingSetBytes = 0;

  runnableAt(): number {
    return this.runnable;
  }

  schedule(alarm: ScalingAlarm, atMs: number): void {
    this.alarms.set(alarm, atMs);
  }

  cancel(alarm: ScalingAlarm): void {
    this.alarms.delete(alarm);
  }

  settle(): void {}

  fit(): void {}

  resized(size: QuarterCu): void {
    this.sizes.push(size);
  }

  downscaleDenied(size: QuarterCu): void {
    this.denials.push(size);
  }
}

/** 20 seconds after the start, when the working set is read too. */
const TICK = 4;
const NOW_MS = TICK * LOAD_TICK_MS;

/**
 * Returns the size that a hosted compute reaches from the smallest one, if its agent sees the metrics of a
 * case.
 */
function sizeFor(given: OracleCase): number {
  const { cpuStableZoneRatio, cpuMixedZoneRatio, lfcUseLargestWindow } = given;
  const config: AutoscalerConfig = {
    ...DEFAULT_AUTOSCALER,
    cpuStableZoneRatio,
    cpuMixedZoneRatio,
    lfcUseLargestWindow,
    lfcMetrics: given.workingSetPages !== undefined,
  };
  const machine = new StillMachine();
  const { lfc } = metricsOf({ ...given, workingSetPages: given.workingSetPages ?? null }, config);
  machine.nonReclaimableBytes = given.memoryUsageBytes - KERNEL_BYTES;
  machine.cachedBytes = given.memoryCachedBytes;
  machine.workingSetBytes = lfc?.workingSetBytes ?? 0;
  machine.runnable = given.load1;
  const scaling = new Scaling(config, machine, WIDEST.minQuarterCu);
  scaling.resume({
    quarterCu: WIDEST.minQuarterCu,
    sizing: {
      startedMs: 0,
      memory: 0,
      cached: 0,
      lfcBytes: 0,
      restUnits: 0,
      // The averages one tick ago were the same.
      load: { runnable: given.load1, changedAtTick: TICK, one: given.load1, five: given.load5 },
      waits: { ...NO_WAITS, pressureUntilMs: Number.MAX_SAFE_INTEGER },
    },
    tickAtMs: NOW_MS,
    lookAtMs: null,
  });
  scaling.tick(NOW_MS);
  return scaling.size;
}

describe('a hosted compute goes to the goal of the oracle', () => {
  test.each(ORACLE.map((given, i) => [i, given] as const))('case %i', (_, given) => {
    expect(sizeFor(given)).toBe(Math.max(1, given.goalQuarterCu));
  });
});

/** The kernel compares the load average with these bands, and computes no goal. */
describe('the band of a size contains the loads that ask for it', () => {
  const unblended = ORACLE.filter(
    ({ cpuStableZoneRatio, cpuMixedZoneRatio }) => cpuStableZoneRatio + cpuMixedZoneRatio === 0,
  );

  test.each(unblended.map((given, i) => [i, given] as const))('case %i without zones', (_, given) => {
    const { lfcUseLargestWindow, load1, memoryUsageBytes, memoryCachedBytes } = given;
    const lfcMetrics = given.workingSetPages !== undefined;
    const config: AutoscalerConfig = { ...DEFAULT_AUTOSCALER, lfcUseLargestWindow, lfcMetrics };
    const { lfc } = metricsOf({ ...given, workingSetPages: given.workingSetPages ?? null }, config);
    const used = memoryUsageBytes - KERNEL_BYTES;
    const rest = restUnits(used, memoryCachedBytes, lfc?.workingSetBytes ?? 0, config);
    const band = new LoadBand(config);
    const asksFor = (size: number) => {
      band.find(size as QuarterCu, rest, WIDEST);
      return load1 >= band.low && load1 < band.high;
    };
    const goal = Math.max(1, given.goalQuarterCu);
    expect([goal - 1, goal, goal + 1].filter((size) => size > 0 && asksFor(size))).toEqual([goal]);
  });
});

/** Handles the alarms of a compute up to a time. */
function goOn(scaling: Scaling, machine: StillMachine, untilMs: number): void {
  for (;;) {
    const [first] = [...machine.alarms].sort(([one, a], [other, b]) => a - b || (one < other ? 1 : -1));
    if (first === undefined || first[1] > untilMs) return;
    const [alarm, atMs] = first;
    machine.alarms.delete(alarm);
    scaling.tickIsPast = true;
    scaling[alarm](atMs);
  }
}

const RANGE: Bounds = { minQuarterCu: quarterCu(0.25), maxQuarterCu: quarterCu(4) };

function started(): { readonly scaling: Scaling; readonly machine: StillMachine } {
  const machine = new StillMachine();
  machine.bounds = RANGE;
  const scaling = new Scaling(DEFAULT_AUTOSCALER, machine, RANGE.minQuarterCu);
  scaling.begin(0);
  return { scaling, machine };
}

describe('a hosted compute', () => {
  test('goes up at a tick, and down by a quarter CU a second', () => {
    const { scaling, machine } = started();
    machine.runnable = 40;
    goOn(scaling, machine, 5 * SECOND_MS);
    expect(machine.sizes).toEqual([14]);
    machine.runnable = 0;
    scaling.wantTick(6 * SECOND_MS);
    goOn(scaling, machine, 600 * SECOND_MS);
    expect(machine.sizes).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(machine.alarms.size).toBe(0);
  });

  test('names the metric that asked for a size, and the end of the range that limited it', () => {
    const { scaling, machine } = started();
    machine.runnable = 400;
    goOn(scaling, machine, 5 * SECOND_MS);
    expect(scaling.reason).toBe('CPU load asks for 35.5 CU; the maximum holds it at 4 CU');
  });

  test('grows at once under memory pressure, and is denied a step down until a tick reads the memory', () => {
    const { scaling, machine } = started();
    machine.nonReclaimableBytes = 0.9 * GIB;
    scaling.memoryChanged(machine.nonReclaimableBytes, 1000);
    expect([machine.sizes, machine.denials]).toEqual([[2], []]);
    // The metrics are still those of the start, and ask for the smallest size.
    goOn(scaling, machine, 4 * SECOND_MS);
    expect([machine.sizes, machine.denials]).toEqual([[2], [2]]);
    goOn(scaling, machine, 60 * SECOND_MS);
    expect([machine.sizes, machine.denials]).toEqual([[2], [2]]);
  });

  test('reads the load of a fixed size, and never changes the size', () => {
    const { scaling, machine } = started();
    machine.bounds = { minQuarterCu: quarterCu(1), maxQuarterCu: quarterCu(1) };
    scaling.begin(0);
    machine.runnable = 40;
    goOn(scaling, machine, 10 * SECOND_MS);
    expect(machine.sizes).toEqual([]);
    expect(scaling.load1At(10 * SECOND_MS)).toBeGreaterThan(3);
  });

  test('resumes from saved data without a difference', () => {
    const steps = fc.array(
      fc.record({
        afterMs: fc.integer({ min: 1, max: 90_000 }),
        runnable: fc.nat({ max: 30 }),
        bytes: fc.nat({ max: 8 * GIB }),
      }),
      { minLength: 2, maxLength: 12 },
    );
    fc.assert(
      fc.property(steps, fc.nat({ max: 11 }), (all, cut) => {
        const lives = [-1, cut].map((cutAt) => {
          let { scaling, machine } = started();
          let nowMs = 0;
          const sizes: number[] = [];
          all.forEach(({ afterMs, runnable, bytes }, i) => {
            nowMs += afterMs;
            goOn(scaling, machine, nowMs);
            if (i === cutAt) {
              const saved = JSON.parse(JSON.stringify(scaling.saved()));
              machine = Object.assign(new StillMachine(), machine, { alarms: new Map() });
              scaling = new Scaling(DEFAULT_AUTOSCALER, machine, RANGE.minQuarterCu);
              scaling.resume(saved);
            }
            machine.runnable = runnable;
            machine.nonReclaimableBytes = bytes;
            scaling.tickIsPast = true;
            scaling.memoryChanged(bytes, nowMs);
            sizes.push(nowMs, ...machine.sizes.splice(0));
          });
          return [...sizes, scaling.saved()];
        });
        expect(lives[1]).toEqual(lives[0]);
      }),
    );
  });
});
