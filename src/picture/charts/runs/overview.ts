import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { ResultDocument } from '../../documents/read-document.ts';
import type { Theme } from '../../theme.ts';
import { timeAxis } from '../parts/axes.ts';
import { steppedPoints, stepsOf } from './steps.ts';

/** A low strip of the whole run, in which readers choose a part. It shows the size of the dearest compute. */
export function overviewChart({ kind, result }: ResultDocument, theme: Theme): Chart | null {
  if (kind !== 'simulation') return null;
  const [dearest] = [...result.computes].sort((one, other) => other.cost - one.cost);
  const steps = dearest === undefined ? [] : stepsOf(result, dearest);
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return null;
  return {
    name: 'overview',
    finding: 'The time range that all charts over time show.',
    about: 'Size at most, over all of the time.',
    spec: {
      data: { values: steppedPoints(steps, ({ mostCu }) => mostCu) },
      width: WIDTH_OF_PLOT,
      height: 34,
      mark: { type: 'area', interpolate: 'step-after', color: theme.mainHalf, opacity: 1 },
      encoding: {
        x: { field: 'at', ...timeAxis(first.from, last.until) },
        y: { field: 'value', type: 'quantitative', axis: null },
      },
    },
  };
}
