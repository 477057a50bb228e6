import { drawing, type PageBlock } from '../page/page.ts';
import { brokenLines } from '../page/wrap.ts';
import { BARS } from '../pictures/bar.ts';
import { hourBars } from '../pictures/hour-bars.ts';
import type { CheckAnswer } from './check-answer.ts';

/** Bars for each local hour of the day, actual and predicted, on one scale. */
export function hoursPicture({ hours, of, simulation }: CheckAnswer): PageBlock[] {
  if (hours.length === 0) return [];
  const most = Math.max(...hours.flatMap(({ predicted, actual }) => [predicted, actual]));
  if (most === 0) return [];
  const signs = (values: readonly number[]) =>
    values.map((value) => BARS[Math.ceil((value / most) * 8)] as string);
  const head = `${of === 'cu' ? 'CU-hours' : 'Hours awake'} by hour of the day, ${simulation.zone.name}`;
  const rows = [
    { label: 'predicted ', signs: signs(hours.map(({ predicted }) => predicted)) },
    { label: 'actual    ', signs: signs(hours.map(({ actual }) => actual)) },
  ];
  return drawing((columns) => [...brokenLines(head, columns), ...hourBars(rows, columns)]);
}
