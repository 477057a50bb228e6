import { GIB } from '../../../facts/index.ts';
import { gibibytes } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { ComputeDocument, SimulationDocument } from '../../documents/simulation.ts';
import type { Theme } from '../../theme.ts';
import { limitLine, steppedArea } from '../parts/marks.ts';
import { chartName, steppedPoints, stepWords, timeSeriesOf } from './steps.ts';

const FULL = 'the temporary disk is full';

/** The use of the temporary disk over time, against its limit. */
export function diskOverTime(
  document: SimulationDocument,
  compute: ComputeDocument,
  theme: Theme,
): Chart | null {
  const series = timeSeriesOf(document, compute);
  const { highestBytes, limitBytes } = compute.temporaryDisk;
  if (series === null || highestBytes === 0) return null;
  const { steps, time, of } = series;
  const full = compute.refusals.find(({ reason }) => reason === FULL)?.count ?? 0;
  return {
    name: chartName(document, compute, 'disk'),
    finding:
      full === 0
        ? `The temporary disk${of} held ${gibibytes(highestBytes)} of ${gibibytes(limitBytes)} at most.`
        : `The temporary disk${of} was full at ${gibibytes(limitBytes)}: ${full} queries failed.`,
    about: `The most GiB on the temporary disk at once, ${stepWords(compute)}.`,
    spec: {
      width: WIDTH_OF_PLOT,
      height: 180,
      layer: [
        steppedArea(
          steppedPoints(steps, ({ mostDiskBytes }) => Math.round((mostDiskBytes / GIB) * 1000) / 1000),
          time,
          { title: 'GiB' },
          { fill: theme.mainSoft, line: theme.main },
        ),
        limitLine(limitBytes / GIB, `limit ${gibibytes(limitBytes)}`, theme),
      ],
    },
  };
}
