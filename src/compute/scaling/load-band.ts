import type { QuarterCu } from '../../facts/index.ts';
import type { Bounds } from './bounds.ts';
import type { AutoscalerConfig } from './config.ts';
import { unitsOfLoad } from './cpu-part.ts';

/**
 * The loads for which the autoscaler wants a given size of a range: at least `low`, and below `high`. A higher load
 * never asks for less, so each unit has one least load. It is searched once, and comparing is enough afterwards.
 */
export class LoadBand {
  low = Number.NaN;
  high = Number.NaN;
  private starts: readonly number[] = [];
  private readonly config: AutoscalerConfig;

  constructor(config: AutoscalerConfig) {
    this.config = config;
  }

  /** Finds the band of a size if memory and the working set ask for `restUnits`. */
  find(size: QuarterCu, restUnits: number, { minQuarterCu: least, maxQuarterCu: most }: Bounds): void {
    if (this.starts.length <= most) this.starts = leastLoads(this.config, most);
    const { starts } = this;
    // The goal is at least `restUnits` whatever the load is, and the range limits it.
    const isFromBelow = size === least || restUnits > size - 1;
    const isTooLittle = restUnits > size;
    this.low = isFromBelow ? Number.NEGATIVE_INFINITY : (starts[size] as number);
    if (size === most) this.high = Number.POSITIVE_INFINITY;
    else this.high = isTooLittle ? Number.NEGATIVE_INFINITY : (starts[size + 1] as number);
  }
}

/** The least loads by configuration. All runs of a plan share one configuration. */
const STARTS = new WeakMap<AutoscalerConfig, number[]>();

/** Returns the least load that asks for each number of units, up to `mostUnits` or more. */
export function leastLoads(config: AutoscalerConfig, mostUnits: number): readonly number[] {
  const starts = STARTS.get(config) ?? [0];
  STARTS.set(config, starts);
  for (let units = starts.length; units <= mostUnits; units++) starts.push(leastLoad(units, config));
  return starts;
}

function leastLoad(units: number, config: AutoscalerConfig): number {
  const asks = (load: number) => Math.round(unitsOfLoad(load, config)) >= units;
  let [below, above] = [0, 1];
  while (!asks(above)) above *= 2;
  // Halving ends when no number lies between the two.
  for (;;) {
    const middle = below + (above - below) / 2;
    if (middle <= below || middle >= above) return above;
    if (asks(middle)) above = middle;
    else below = middle;
  }
}
