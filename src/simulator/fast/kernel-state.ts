import { type Cpu, type Histogram, KERNEL_BYTES, type Scaling } from '../../compute/index.ts';
import type { QuarterCu } from '../../facts/index.ts';
import { present } from '../../problem/index.ts';
import type { Meter } from '../recorder/meter.ts';
import * as OFFSET from './kernel/memory-layout.ts';

// The state of a compute's parts, written to the memory of the kernel before an awake period and read back after it.

export function writeCpu(memory: Float64Array, cpu: Cpu): void {
  const load = cpu.loadProgress();
  memory[OFFSET.SINCE_MS] = load.sinceMs;
  memory[OFFSET.VCPU] = load.vcpu;
  memory[OFFSET.LOAD_VCPU] = load.flowVcpu;
  memory[OFFSET.LOAD_CPU_MS_PER_QUERY] = load.flowCpuMsPerQuery;
  memory[OFFSET.LOAD_SERVED] = load.flowServed;
  memory[OFFSET.BACKLOG_MS] = load.backlogMs;
  memory[OFFSET.MOVES] = cpu.moves ? 1 : 0;
  memory[OFFSET.THROTTLED_MS] = load.throttledMs;
  memory[OFFSET.USED_CPU_MS] = load.usedCpuMs;
  memory[OFFSET.QUEUED_CPU_MS_MS] = load.queuedCpuMsMs;
  memory[OFFSET.MOST_BACKLOG_MS] = 0;
}

export function readCpu(memory: Float64Array, cpu: Cpu): void {
  cpu.setLoadProgress({
    sinceMs: memory[OFFSET.SINCE_MS] as number,
    vcpu: memory[OFFSET.VCPU] as number,
    flowVcpu: memory[OFFSET.LOAD_VCPU] as number,
    flowCpuMsPerQuery: memory[OFFSET.LOAD_CPU_MS_PER_QUERY] as number,
    backlogMs: memory[OFFSET.BACKLOG_MS] as number,
    throttledMs: memory[OFFSET.THROTTLED_MS] as number,
    usedCpuMs: memory[OFFSET.USED_CPU_MS] as number,
    queuedCpuMsMs: memory[OFFSET.QUEUED_CPU_MS_MS] as number,
  });
  cpu.backlog.note(memory[OFFSET.MOST_BACKLOG_MS] as number);
}

/** The bins beyond the written ones must be empty. */
export function writeDelays(memory: Float64Array, delays: Histogram): void {
  const { counts, weight, sum, largest } = delays.saved();
  memory.set(counts, OFFSET.DELAYS);
  memory[OFFSET.DELAYS_WEIGHT] = weight;
  memory[OFFSET.DELAYS_SUM] = sum;
  memory[OFFSET.DELAYS_LARGEST] = largest;
}

export function readDelays(memory: Float64Array, delays: Histogram): void {
  delays.restore({
    counts: memory.subarray(OFFSET.DELAYS, OFFSET.DELAYS + OFFSET.BINS),
    weight: memory[OFFSET.DELAYS_WEIGHT] as number,
    sum: memory[OFFSET.DELAYS_SUM] as number,
    largest: memory[OFFSET.DELAYS_LARGEST] as number,
  });
}

/** Returns what the last reading found. */
export function writeScaling(memory: Float64Array, scaling: Scaling): Reading {
  const { quarterCu, sizing, tickAtMs, lookAtMs } = scaling.saved();
  const known = present(sizing, 'an awake compute has a machine');
  const { startedMs, load, restUnits, waits } = known;
  memory[OFFSET.SIZE] = quarterCu;
  memory[OFFSET.PEAK_SIZE] = quarterCu;
  memory[OFFSET.TICK_MS] = tickAtMs ?? NEVER;
  memory[OFFSET.LOOK_MS] = lookAtMs ?? NEVER;
  memory[OFFSET.STARTED_MS] = startedMs;
  memory[OFFSET.RUNNABLE] = load.runnable;
  memory[OFFSET.CHANGED_AT_TICK] = load.changedAtTick;
  memory[OFFSET.LOAD1] = load.one;
  memory[OFFSET.LOAD5] = load.five;
  memory[OFFSET.MOST_LOAD1] = 0;
  memory[OFFSET.READ_BYTES] = Number.NaN;
  memory[OFFSET.REST_UNITS] = restUnits;
  memory[OFFSET.STEP_DOWN_UNTIL_MS] = waits.stepDownUntilMs;
  memory[OFFSET.DENIAL_UNTIL_MS] = waits.denialUntilMs;
  memory[OFFSET.PRESSURE_UNTIL_MS] = waits.pressureUntilMs;
  return known;
}

/** Returns what the last reading found, in a kernel that reads only the memory or in the autoscaler. */
export function lastReading(memory: Float64Array, scaling: Scaling): Reading {
  const readBytes = memory[OFFSET.READ_BYTES] as number;
  if (Number.isNaN(readBytes)) return present(scaling.saved().sizing, 'an awake compute has a machine');
  // The fast path is taken only if nothing is cached and nobody reads pages.
  const restUnits = memory[OFFSET.REST_UNITS] as number;
  return { memory: readBytes + KERNEL_BYTES, cached: 0, lfcBytes: 0, restUnits };
}

export function readScaling(memory: Float64Array, scaling: Scaling, read: Reading): void {
  const at = (cell: number) => memory[cell] as number;
  const { memory: bytes, cached, lfcBytes, restUnits } = read;
  scaling.resume({
    quarterCu: at(OFFSET.SIZE),
    sizing: {
      startedMs: at(OFFSET.STARTED_MS),
      memory: bytes,
      cached,
      lfcBytes,
      restUnits,
      load: {
        runnable: at(OFFSET.RUNNABLE),
        changedAtTick: at(OFFSET.CHANGED_AT_TICK),
        one: at(OFFSET.LOAD1),
        five: at(OFFSET.LOAD5),
      },
      waits: {
        stepDownUntilMs: at(OFFSET.STEP_DOWN_UNTIL_MS),
        denialUntilMs: at(OFFSET.DENIAL_UNTIL_MS),
        pressureUntilMs: at(OFFSET.PRESSURE_UNTIL_MS),
      },
    },
    tickAtMs: finiteOrNull(at(OFFSET.TICK_MS)),
    lookAtMs: finiteOrNull(at(OFFSET.LOOK_MS)),
  });
  scaling.noteHighest(at(OFFSET.PEAK_SIZE) as QuarterCu, at(OFFSET.MOST_LOAD1));
}

export function writeMeter(memory: Float64Array, meter: Meter): void {
  const { sinceMs, size, total, awakeMs, lowest, highest } = meter.saved();
  memory[OFFSET.METERED_SINCE_MS] = sinceMs;
  memory[OFFSET.METERED_SIZE] = size;
  memory[OFFSET.METERED] = total;
  memory[OFFSET.AWAKE_MS] = awakeMs;
  memory[OFFSET.LEAST_METERED] = lowest;
  memory[OFFSET.MOST_METERED] = highest;
}

export function readMeter(memory: Float64Array, meter: Meter): void {
  meter.restore({
    sinceMs: memory[OFFSET.METERED_SINCE_MS] as number,
    size: memory[OFFSET.METERED_SIZE] as number,
    total: memory[OFFSET.METERED] as number,
    awakeMs: memory[OFFSET.AWAKE_MS] as number,
    lowest: memory[OFFSET.LEAST_METERED] as number,
    highest: memory[OFFSET.MOST_METERED] as number,
  });
}

/** The last reading of memory, cache and working set. */
interface Reading {
  readonly memory: number;
  readonly cached: number;
  readonly lfcBytes: number;
  readonly restUnits: number;
}

const NEVER = Number.POSITIVE_INFINITY;

function finiteOrNull(atMs: number): number | null {
  return atMs === NEVER ? null : atMs;
}
