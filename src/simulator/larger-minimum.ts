import type { Compute } from '../compute/index.ts';
import type { QuarterCu } from '../facts/index.ts';
import { EVENT, type EventNumber } from './recorder/event-kinds.ts';
import type { Meter } from './recorder/meter.ts';
import type { SizeLog } from './recorder/size-log.ts';
import type { ComputePlan } from './simulation.ts';

/** The parts of a compute that show whether a larger minimum changes its sizes alone. */
interface MeteredCompute {
  readonly plan: ComputePlan;
  readonly core: Compute;
  readonly sizes: SizeLog;
  readonly meter: Meter;
  counted(kind: EventNumber): number;
}

/**
 * The CU-time that would be metered with a larger minimum, in quarter CU times milliseconds; null if more than that
 * may differ. A range with the larger minimum has that size wherever this run is below it, as long as memory never
 * held the autoscaler back.
 */
export function meteredWithMinimum(
  compute: MeteredCompute,
  minimum: QuarterCu,
  nowMs: number,
): number | null {
  const { plan, core, sizes, meter } = compute;
  const loads = plan.demand.filter((one) => one.kind === 'load');
  const isHeldBack =
    core.scaling.wasPressed ||
    compute.counted(EVENT.downscaleDenied) > 0 ||
    compute.counted(EVENT.memoryKill) > 0;
  const readsSteadily = plan.workingSetBytes > 0 && loads.some(({ pagesPerQuery }) => pagesPerQuery > 0);
  if (isHeldBack || readsSteadily || plan.changes.length > 0) return null;
  sizes.note(nowMs);
  const above = sizes.above(minimum, core.machine.vcpuBySize, loads.length > 0);
  return above === null ? null : meter.quarterCuMsAt(nowMs) + above;
}
