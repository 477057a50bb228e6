import type { QuarterCu } from '../../facts/index.ts';
import type { Bounds } from './bounds.ts';
import type { AutoscalerConfig } from './config.ts';
import { unitsOfLoad } from './cpu-part.ts';

/**
 * Between which loads a size of a range is what is wanted: from the first on, and below the second. What a load asks for
 * never falls as it rises, so each unit begins at one number, which is found once; from then on to compare is enough.
 */
export class LoadBand {
  low = Number.NaN;
  high = Number.NaN;
  private starts: readonly number[] = [];
  private readonly config: AutoscalerConfig;

  constructor(config: AutoscalerConfig) {
    this.config = config;
  }

  /** Finds that of a size, where memory and the working set ask for so much. */
  find(size: QuarterCu, restUnits: number, { minQuarterCu: least, maxQuarterCu: most }: Bounds): void {
    if (this.starts.length <= most) this.starts = leastLoads(this.config, most);
    const { starts } = this;
    // No load asks for less than the rest does, and what is beyond the range makes no difference.
    const isFromBelow = size === least || restUnits > size - 1;
    const isTooLittle = restUnits > size;
    this.low = isFromBelow ? Number.NEGATIVE_INFINITY : (starts[size] as number);
    if (size === most) this.high = Number.POSITIVE_INFINITY;
    else this.high = isTooLittle ? Number.NEGATIVE_INFINITY : (starts[size + 1] as number);
  }
}

/** They follow from the configuration alone, which all runs of a plan have in common. */
const STARTS = new WeakMap<AutoscalerConfig, number[]>();

/** The least load that asks for so many units, by units up to some. */
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
  // Halving ends where no number lies between the two.
  for (;;) {
    const middle = below + (above - below) / 2;
    if (middle <= below || middle >= above) return above;
    if (asks(middle)) above = middle;
    else below = middle;
  }
}
