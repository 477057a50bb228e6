import { type AutoscalerConfig, type Bounds, unitsOfLoad } from '../autoscaler/index.ts';

/**
 * Between which loads a size is what is wanted: from `low[size]` on, and below `high[size]`. What a load asks for never
 * falls as it rises, so each unit begins at one number, which is found once; from then on to compare is enough.
 */
export class LoadBands {
  low = new Float64Array();
  high = new Float64Array();
  private rest = Number.NaN;
  private bounds: Bounds | null = null;
  /** The least load that asks for so many units. */
  private readonly starts: number[];
  private readonly config: AutoscalerConfig;

  constructor(config: AutoscalerConfig) {
    this.config = config;
    this.starts = STARTS.get(config) ?? [0];
    STARTS.set(config, this.starts);
  }

  /** Finds the bands of all sizes in a range, where memory and the working set ask for so much. */
  find(restUnits: number, bounds: Bounds): void {
    const rest = Math.ceil(restUnits);
    if (rest === this.rest && bounds === this.bounds) return;
    this.rest = rest;
    this.bounds = bounds;
    const { minQuarterCu: least, maxQuarterCu: most } = bounds;
    if (this.low.length <= most) {
      this.low = new Float64Array(most + 1);
      this.high = new Float64Array(most + 1);
    }
    for (let size: number = least; size <= most; size++) {
      // No load asks for less than the rest does, and what is beyond the range makes no difference.
      const isFromBelow = size === least || rest >= size;
      const isTooLittle = rest > size && size < most;
      this.low[size] = isFromBelow ? Number.NEGATIVE_INFINITY : this.startOf(size);
      this.high[size] = size === most ? Number.POSITIVE_INFINITY : this.startOf(size + 1);
      if (isTooLittle) this.high[size] = Number.NEGATIVE_INFINITY;
    }
  }

  private startOf(units: number): number {
    this.starts[units] ??= leastLoad(units, this.config);
    return this.starts[units];
  }
}

/** They follow from the configuration alone, which all runs of a plan have in common. */
const STARTS = new WeakMap<AutoscalerConfig, number[]>();

/** The least load that asks for so many units, by units up to some. */
export function leastLoads(config: AutoscalerConfig, mostUnits: number): readonly number[] {
  const starts = STARTS.get(config) ?? [0];
  STARTS.set(config, starts);
  for (let units = 0; units <= mostUnits; units++) starts[units] ??= leastLoad(units, config);
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
