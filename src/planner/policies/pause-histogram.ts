/** Lengths of pauses, in bins of equal width. Pauses beyond the last bin are only counted. */
export interface PauseHistogram {
  readonly binMs: number;
  readonly bins: Uint32Array;
  readonly within: number;
  readonly beyond: number;
}

export function emptyHistogram(binMs: number, bins: number): PauseHistogram {
  return { binMs, bins: new Uint32Array(bins), within: 0, beyond: 0 };
}

export function withPause(histogram: PauseHistogram, pauseMs: number): PauseHistogram {
  const at = Math.floor(pauseMs / histogram.binMs);
  if (at >= histogram.bins.length) return { ...histogram, beyond: histogram.beyond + 1 };
  const bins = Uint32Array.from(histogram.bins);
  bins[at] = (bins[at] as number) + 1;
  return { ...histogram, bins, within: histogram.within + 1 };
}

/** The share of pauses beyond the last bin. */
export function shareBeyond({ within, beyond }: PauseHistogram): number {
  return within + beyond === 0 ? 0 : beyond / (within + beyond);
}

/**
 * The coefficient of variation of the counts of the bins: 0 if all are equal, larger if few bins hold most.
 */
export function variationOf({ bins, within }: PauseHistogram): number {
  if (within === 0) return 0;
  const mean = within / bins.length;
  const squares = bins.reduce((sum, count) => sum + (count - mean) ** 2, 0);
  return Math.sqrt(squares / (bins.length - 1)) / mean;
}

/** The first bin up to whose end this share of the pauses within the bins has ended. */
export function binAt({ bins, within }: PauseHistogram, share: number): number {
  let before = 0;
  const at = bins.findIndex((count) => {
    before += count;
    return before >= share * within;
  });
  return at;
}
