import { gibibytes, percent } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { ComputeDocument, SimulationDocument } from '../../documents/simulation.ts';
import type { Theme } from '../../theme.ts';
import { atLimit } from './at-limit.ts';
import { chartName, type SeriesStep, stepWords, timeSeriesOf } from './steps.ts';

const HEIGHT = 180;

/** The hit ratio of the local file cache over time. The cache is cold after each start. */
export function cacheOverTime(
  document: SimulationDocument,
  compute: ComputeDocument,
  theme: Theme,
): Chart | null {
  const series = timeSeriesOf(document, compute);
  const { hitRatio, workingSetBytes } = compute.cache;
  if (series === null || hitRatio === null) return null;
  const { steps, time, of } = series;
  const measured = atLimit(document, 'workingSet', HEIGHT, theme);
  const hits = {
    data: { values: stretches(steps) },
    mark: { type: 'rect', color: theme.main },
    encoding: {
      x: { field: 'from', ...time },
      x2: { field: 'until' },
      y: {
        field: 'hitRatio',
        type: 'quantitative',
        scale: { domain: [0, 1] },
        axis: { title: null, format: '~%' },
      },
      y2: { datum: 0 },
    },
  };
  return {
    name: chartName(document, compute, 'cache'),
    finding: `The cache${of} answered ${percent(hitRatio)} of page reads, of a working set of ${gibibytes(workingSetBytes)}.`,
    about: `Share of page reads that the local file cache answers, ${stepWords(compute)}; empty where nothing was read.${measured.words}`,
    spec: {
      width: WIDTH_OF_PLOT,
      height: HEIGHT,
      ...(measured.marks.length === 0 ? hits : { layer: [hits, ...measured.marks] }),
    },
  };
}

/** Merges adjacent steps with the same hit ratio in percent. Steps without reads are left out. */
function stretches(steps: readonly SeriesStep[]) {
  const found: { from: number; until: number; hitRatio: number }[] = [];
  for (const { from, until, hitRatio } of steps) {
    if (hitRatio === null) continue;
    const share = Math.round(hitRatio * 100) / 100;
    const last = found.at(-1);
    if (last?.until === from && last.hitRatio === share) last.until = until;
    else found.push({ from, until, hitRatio: share });
  }
  return found;
}
