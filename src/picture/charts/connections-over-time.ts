import { number } from '../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../chart.ts';
import type { ComputeDocument, SimulationDocument } from '../documents/simulation.ts';
import type { Theme } from '../theme.ts';
import { atLimit } from './at-limit.ts';
import { limitLine, steppedArea } from './marks.ts';
import { courseOf, levels, named, stepWords } from './steps.ts';

const HEIGHT = 180;
/** A limit further off than this would press the line to the ground. */
const NEAR = 6;

const WHOLE = { tickMinStep: 1, format: ',d' };

/** Connections against their limit, and how many were refused. */
export function connectionsOverTime(
  document: SimulationDocument,
  compute: ComputeDocument,
  theme: Theme,
): Chart | null {
  const course = courseOf(document, compute);
  const { peak, clientLimit } = compute.connections;
  if (course === null || peak === 0) return null;
  const { steps, time, of } = course;
  const refused = steps.reduce((sum, step) => sum + step.refused, 0);
  const measured = atLimit(document, 'connections', HEIGHT, theme);
  const isNear = clientLimit <= NEAR * peak;
  return {
    name: named(document, compute, 'connections'),
    finding: findingOf(compute, refused, of),
    about: `The most connections to Postgres at once, ${stepWords(compute)}${isNear ? '' : `; the limit of ${number(clientLimit)} is far above`}.${measured.words}`,
    spec: {
      vconcat: [
        {
          width: WIDTH_OF_PLOT,
          height: HEIGHT,
          layer: [
            steppedArea(
              levels(steps, ({ mostConnections }) => mostConnections),
              time,
              { title: 'connections', ...WHOLE },
              {
                fill: theme.mainSoft,
                line: theme.main,
              },
            ),
            ...measured.marks,
            ...(isNear ? [limitLine(clientLimit, `limit ${number(clientLimit)}`, theme)] : []),
          ],
        },
        ...(refused === 0
          ? []
          : [
              {
                width: WIDTH_OF_PLOT,
                height: 80,
                ...steppedArea(
                  levels(steps, (step) => step.refused),
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

function findingOf({ connections }: ComputeDocument, refused: number, of: string): string {
  const { peak, clientLimit } = connections;
  return refused === 0
    ? `At most ${number(peak)} of ${number(clientLimit)} connections${of} were open at once, and none was refused.`
    : `${number(refused)} connections${of} were refused; ${number(peak)} of ${number(clientLimit)} were open at once.`;
}
