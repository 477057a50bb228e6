import type { CheckAnswer } from './check-answer.ts';
import type { Block } from './page.ts';

/** What came in each local hour of the day, and what was predicted: bars over the same scale. */
export function hoursPicture({ hours, of, simulation }: CheckAnswer): Block[] {
  if (hours.length === 0) return [];
  const most = Math.max(...hours.flatMap(({ predicted, actual }) => [predicted, actual]));
  if (most === 0) return [];
  const row = (values: readonly number[]) =>
    values.map((value) => (BARS[Math.ceil((value / most) * 8)] as string).repeat(2)).join('');
  return [
    {
      kind: 'picture',
      lines: [
        `${of === 'cu' ? 'CU-hours' : 'Hours awake'} by hour of the day, ${simulation.zone.name}`,
        `predicted |${row(hours.map(({ predicted }) => predicted))}|`,
        `actual    |${row(hours.map(({ actual }) => actual))}|`,
        '           0     6           12          18        23',
      ],
    },
  ];
}

const BARS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
