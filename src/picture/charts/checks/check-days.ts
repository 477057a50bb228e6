import { DAY_MS } from '../../../facts/index.ts';
import { errorSentence } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { CheckDocument } from '../../documents/check.ts';
import type { Theme } from '../../theme.ts';
import { timeAxis } from '../parts/axes.ts';
import { predictedAndActual } from './predicted-and-actual.ts';

/** The predicted value of each day beside the actual one. */
export function checkDays(document: CheckDocument, theme: Theme): Chart | null {
  const { days, of, metered } = document;
  const stretches = days.map(({ day, predicted, actual }) => {
    const from = Date.parse(day);
    return { from, until: from + DAY_MS, predicted, actual };
  });
  const [first, last] = [stretches[0], stretches.at(-1)];
  // A single day shows no development over time.
  if (first === undefined || last === undefined || stretches.length < 2) return null;
  return {
    name: 'days',
    finding: errorSentence(document, metered),
    about: `${checkUnit(of)} by local day.`,
    spec: {
      width: WIDTH_OF_PLOT,
      height: 220,
      ...predictedAndActual(
        stretches,
        timeAxis(first.from, last.until),
        { unit: checkUnit(of), actualName: actualNameOf(document) },
        theme,
      ),
    },
  };
}

export function checkUnit(of: CheckDocument['of']): string {
  return of === 'cu' ? 'CU-hours' : 'Hours awake';
}

export function actualNameOf({ of, metered }: CheckDocument): string {
  return of === 'cu' ? metered : 'seen';
}
