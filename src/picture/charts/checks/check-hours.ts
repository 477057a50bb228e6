import { errorSentence } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { CheckDocument } from '../../documents/check.ts';
import type { Theme } from '../../theme.ts';
import { actualNameOf, checkUnit } from './check-days.ts';
import { predictedAndActual } from './predicted-and-actual.ts';

/** Predicted and actual values by local hour of the day. Many causes of an error show at certain hours. */
export function checkHours(document: CheckDocument, theme: Theme): Chart | null {
  const { hours, of, metered } = document;
  const furthest = hours.reduce((most, hour, i) => (off(hour) > off(hours[most]) ? i : most), 0);
  const total = hours[furthest];
  if (total === undefined || hours.every(({ predicted, actual }) => predicted === 0 && actual === 0))
    return null;
  const sentence = errorSentence({ of, total }, metered);
  return {
    name: 'hours',
    finding:
      off(total) === 0
        ? 'No hour of the day is off.'
        : `At ${clock(furthest)} the replay is furthest off: ${sentence[0]?.toLowerCase()}${sentence.slice(1)}`,
    about: `${checkUnit(of)} by local hour of the day, over all days.`,
    spec: {
      width: WIDTH_OF_PLOT,
      height: 220,
      ...predictedAndActual(
        hours.map(({ predicted, actual }, i) => ({ from: i, until: i + 1, predicted, actual })),
        {
          type: 'quantitative',
          scale: { domain: [0, hours.length], nice: false, zero: true },
          axis: {
            title: null,
            grid: false,
            values: [0, 3, 6, 9, 12, 15, 18, 21],
            labelExpr: "pad(datum.value, 2, '0', 'left') + ':00'",
          },
        },
        { unit: checkUnit(of), actualName: actualNameOf(document) },
        theme,
      ),
    },
  };
}

function off(hour: CheckDocument['hours'][number] | undefined): number {
  return hour === undefined ? 0 : Math.abs(hour.predicted - hour.actual);
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
