import type { AutoscalerConfig } from './config.ts';
import type { Metrics } from './metrics.ts';
import { UNIT_VCPU } from './unit.ts';

/** Returns the units that the load asks for. Its 5-minute average counts while it is stable, else the 1-minute one. */
export function cpuPart({ load1, load5 }: Metrics, config: AutoscalerConfig): number | null {
  return load1 === null || load5 === null ? null : cpuUnits(load1, load5, config);
}

function cpuUnits(load1: number, load5: number, config: AutoscalerConfig): number {
  const stable = config.cpuStableZoneRatio * load5;
  const mixed = stable + config.cpuMixedZoneRatio * load5;
  const weight = weightOfLoad1(Math.abs(load1 - load5), stable, mixed);
  return unitsOfLoad(weight * load1 + (1 - weight) * load5, config);
}

/** Returns the units that a load average asks for. */
export function unitsOfLoad(load: number, { loadAverageFractionTarget }: AutoscalerConfig): number {
  return load / loadAverageFractionTarget / UNIT_VCPU;
}

function weightOfLoad1(difference: number, stable: number, mixed: number): number {
  if (difference <= stable) return 0;
  if (difference >= mixed) return 1;
  return (difference - stable) / (mixed - stable + 1e-6);
}
