import { type Cpu, type Histogram, KERNEL_BYTES, type Scaling } from '../../compute/index.ts';
import type { QuarterCu } from '../../facts/index.ts';
import { present } from '../../problem/index.ts';
import type { Meter } from '../meter.ts';
import * as CELL from './kernel/cells.ts';

// What the parts of a compute have, written into the cells of the kernel before a stay, and taken out of them after it, or
// for somebody who looks in between.

export function cpuIn(cells: Float64Array, cpu: Cpu): void {
  cells[CELL.SINCE_MS] = cpu.sinceMs;
  cells[CELL.VCPU] = cpu.vcpu;
  cells[CELL.FLOW_VCPU] = cpu.flowVcpu;
  cells[CELL.FLOW_CPU_MS_PER_QUERY] = cpu.flowCpuMsPerQuery;
  cells[CELL.FLOW_SERVED] = cpu.flowServed;
  cells[CELL.BACKLOG_MS] = cpu.backlogMs;
  cells[CELL.MOVES] = cpu.moves ? 1 : 0;
  cells[CELL.THROTTLED_MS] = cpu.throttledMs;
  cells[CELL.USED_CPU_MS] = cpu.usedCpuMs;
  cells[CELL.QUEUED_CPU_MS_MS] = cpu.queuedCpuMsMs;
  cells[CELL.MOST_BACKLOG_MS] = 0;
}

export function cpuOut(cells: Float64Array, cpu: Cpu): void {
  cpu.sinceMs = cells[CELL.SINCE_MS] as number;
  cpu.vcpu = cells[CELL.VCPU] as number;
  cpu.flowVcpu = cells[CELL.FLOW_VCPU] as number;
  cpu.flowCpuMsPerQuery = cells[CELL.FLOW_CPU_MS_PER_QUERY] as number;
  cpu.backlogMs = cells[CELL.BACKLOG_MS] as number;
  cpu.throttledMs = cells[CELL.THROTTLED_MS] as number;
  cpu.usedCpuMs = cells[CELL.USED_CPU_MS] as number;
  cpu.queuedCpuMsMs = cells[CELL.QUEUED_CPU_MS_MS] as number;
  cpu.backlog.note(cells[CELL.MOST_BACKLOG_MS] as number);
  cpu.reshare();
}

/** All bins beyond those that are laid in are empty there. */
export function delaysIn(cells: Float64Array, delays: Histogram): void {
  const { counts, weight, sum, largest } = delays.saved();
  cells.set(counts, CELL.DELAYS);
  cells[CELL.DELAYS_WEIGHT] = weight;
  cells[CELL.DELAYS_SUM] = sum;
  cells[CELL.DELAYS_LARGEST] = largest;
}

export function delaysOut(cells: Float64Array, delays: Histogram): void {
  delays.restore({
    counts: cells.subarray(CELL.DELAYS, CELL.DELAYS + CELL.BINS),
    weight: cells[CELL.DELAYS_WEIGHT] as number,
    sum: cells[CELL.DELAYS_SUM] as number,
    largest: cells[CELL.DELAYS_LARGEST] as number,
  });
}

export function scalingIn(cells: Float64Array, scaling: Scaling): void {
  const { quarterCu, sizing, tickAtMs, lookAtMs } = scaling.saved();
  const { startedMs, load, restUnits, waits } = present(sizing, 'a stay has a machine');
  cells[CELL.SIZE] = quarterCu;
  cells[CELL.PEAK_SIZE] = quarterCu;
  cells[CELL.TICK_MS] = tickAtMs ?? NEVER;
  cells[CELL.LOOK_MS] = lookAtMs ?? NEVER;
  cells[CELL.STARTED_MS] = startedMs;
  cells[CELL.RUNNABLE] = load.runnable;
  cells[CELL.CHANGED_AT_TICK] = load.changedAtTick;
  cells[CELL.LOAD1] = load.one;
  cells[CELL.LOAD5] = load.five;
  cells[CELL.MOST_LOAD1] = 0;
  cells[CELL.READ_BYTES] = Number.NaN;
  cells[CELL.REST_UNITS] = restUnits;
  cells[CELL.STEP_DOWN_UNTIL_MS] = waits.stepDownUntilMs;
  cells[CELL.DENIAL_UNTIL_MS] = waits.denialUntilMs;
  cells[CELL.PRESSURE_UNTIL_MS] = waits.pressureUntilMs;
}

export function scalingOut(cells: Float64Array, scaling: Scaling): void {
  const at = (cell: number) => cells[cell] as number;
  const before = present(scaling.saved().sizing, 'a stay has a machine');
  const readBytes = at(CELL.READ_BYTES);
  // In a stay nothing is cached, and nobody reads pages.
  const read = Number.isNaN(readBytes)
    ? before
    : { memory: readBytes + KERNEL_BYTES, cached: 0, lfcBytes: 0, restUnits: at(CELL.REST_UNITS) };
  scaling.resume({
    quarterCu: at(CELL.SIZE),
    sizing: {
      ...before,
      ...read,
      load: {
        runnable: at(CELL.RUNNABLE),
        changedAtTick: at(CELL.CHANGED_AT_TICK),
        one: at(CELL.LOAD1),
        five: at(CELL.LOAD5),
      },
      waits: {
        stepDownUntilMs: at(CELL.STEP_DOWN_UNTIL_MS),
        denialUntilMs: at(CELL.DENIAL_UNTIL_MS),
        pressureUntilMs: at(CELL.PRESSURE_UNTIL_MS),
      },
    },
    tickAtMs: finiteOrNull(at(CELL.TICK_MS)),
    lookAtMs: finiteOrNull(at(CELL.LOOK_MS)),
  });
  scaling.noteHighest(at(CELL.PEAK_SIZE) as QuarterCu, at(CELL.MOST_LOAD1));
}

export function meterIn(cells: Float64Array, meter: Meter): void {
  cells[CELL.METERED_SINCE_MS] = meter.sinceMs;
  cells[CELL.METERED_SIZE] = meter.size;
  cells[CELL.METERED] = meter.total;
  cells[CELL.AWAKE_MS] = meter.awakeMs;
  cells[CELL.LEAST_METERED] = meter.lowest;
  cells[CELL.MOST_METERED] = meter.highest;
}

export function meterOut(cells: Float64Array, meter: Meter): void {
  meter.sinceMs = cells[CELL.METERED_SINCE_MS] as number;
  meter.size = cells[CELL.METERED_SIZE] as QuarterCu;
  meter.total = cells[CELL.METERED] as number;
  meter.awakeMs = cells[CELL.AWAKE_MS] as number;
  meter.lowest = cells[CELL.LEAST_METERED] as number;
  meter.highest = cells[CELL.MOST_METERED] as number;
}

const NEVER = Number.POSITIVE_INFINITY;

function finiteOrNull(atMs: number): number | null {
  return atMs === NEVER ? null : atMs;
}
