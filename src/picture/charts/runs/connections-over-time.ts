import { numberWords } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { ComputeDocument, SimulationDocument } from '../../documents/simulation.ts';
import type { Theme } from '../../theme.ts';
import { limitLine, steppedArea } from '../parts/marks.ts';
import { atLimit } from './at-limit.ts';
import { chartName, steppedPoints, stepWords, timeSeriesOf } from './steps.ts';

const HEIGHT = 180;
/** A limit of more than this many times the peak is not drawn, because it would flatten the line. */
const NEAR = 6;

const WHOLE = { tickMinStep: 1, format: ',d' };

/** Open connections against their limit over time, and refused connections. */
export function connectionsOverTime(
  document: SimulationDocument,
  compute: ComputeDocument,
  theme: Theme,
): Chart | null {
  const series = timeSeriesOf(document, compute);
  const { peak } = compute.connections;
  const limits = changesOf(compute);
  if (series === null || peak === 0) return null;
  const { steps, time, of } = series;
  const refused = steps.reduce((sum, step) => sum + step.refused, 0);
  const measured = atLimit(document, 'connections', HEIGHT, theme);
  const near = limits.filter(({ clientLimit }) => clientLimit <= NEAR * peak);
  const far = limits.filter(({ clientLimit }) => clientLimit > NEAR * peak);
  const farWords = far.map(({ clientLimit }) => numberWords(clientLimit)).join(' and ');
  return {
    name: chartName(document, compute, 'connections'),
    finding: findingOf(compute, refused, of),
    about: `The most connections to Postgres at once, ${stepWords(compute)}${far.length === 0 ? '' : `; the limit of ${farWords} is far above`}.${measured.words}`,
    spec: {
      vconcat: [
        {
          width: WIDTH_OF_PLOT,
          height: HEIGHT,
          layer: [
            steppedArea(
              steppedPoints(steps, ({ mostConnections }) => mostConnections),
              time,
              { title: 'connections', ...WHOLE },
              {
                fill: theme.mainSoft,
                line: theme.main,
              },
            ),
            ...measured.marks,
            ...near.map(({ clientLimit, from }) =>
              limitLine(
                clientLimit,
                `limit ${numberWords(clientLimit)}${limits.length === 1 ? '' : ` from ${from.slice(0, 16)}Z`}`,
                theme,
              ),
            ),
          ],
        },
        ...(refused === 0
          ? []
          : [
              {
                width: WIDTH_OF_PLOT,
                height: 80,
                ...steppedArea(
                  steppedPoints(steps, (step) => step.refused),
                  time,
                  { title: 'refused', ...WHOLE },
                  {
                    fill: theme.limit,
                    line: theme.limit,
                  },
                ),
              },
            ]),
      ],
      spacing: 28,
    },
  };
}

/** Returns the connection limits of a run, one for each change. */
function changesOf({ limits, connections }: ComputeDocument) {
  const all = limits ?? [{ from: '', clientLimit: connections.clientLimit }];
  return all.filter(({ clientLimit }, i) => clientLimit !== all[i - 1]?.clientLimit);
}

function findingOf(compute: ComputeDocument, refused: number, of: string): string {
  const { peak } = compute.connections;
  const limits = changesOf(compute).map(({ clientLimit }) => numberWords(clientLimit));
  const clientLimit = limits.join(', then ');
  if (limits.length > 1) {
    const first =
      refused === 0
        ? `No connections${of} were refused`
        : `${numberWords(refused)} connections${of} were refused`;
    return `${first}; at most ${numberWords(peak)} were open at once, and the limit was ${clientLimit}.`;
  }
  return refused === 0
    ? `At most ${numberWords(peak)} of ${clientLimit} connections${of} were open at once, and none was refused.`
    : `${numberWords(refused)} connections${of} were refused; ${numberWords(peak)} of ${clientLimit} were open at once.`;
}
