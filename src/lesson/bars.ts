import type { Chart, Theme } from '../picture/index.ts';
import { bar } from '../report/index.ts';

/** Amounts side by side. */
export interface Bars {
  readonly finding: string;
  readonly about: string;
  readonly rows: readonly BarRow[];
}

export interface BarRow {
  readonly label: string;
  readonly value: number;
  readonly words: string;
  /** What was refused is told apart from what was got. */
  readonly isBad: boolean;
}

const TEXT_WIDTH = 40;

/** For a terminal. */
export function barLines({ rows }: Bars): string[] {
  const most = Math.max(...rows.map(({ value }) => value));
  const width = Math.max(...rows.map(({ label }) => label.length));
  return rows.map(({ label, value, words }) =>
    `${label.padEnd(width)}  ${bar(value / most, TEXT_WIDTH)} ${words}`.trimEnd(),
  );
}

/** For a page. */
export function barChart({ finding, about, rows }: Bars, theme: Theme): Chart {
  const y = { field: 'label', type: 'nominal', sort: null };
  const most = Math.max(...rows.map(({ value }) => value));
  return {
    name: 'bars',
    finding,
    about,
    spec: {
      data: { values: rows },
      width: 640,
      height: { step: 34 },
      layer: [
        {
          mark: { type: 'bar', height: 18 },
          encoding: {
            y: { ...y, axis: { title: null, grid: false, labelFontSize: 12, labelColor: theme.ink } },
            // Some more than the longest bar, for the words at its end.
            x: {
              field: 'value',
              type: 'quantitative',
              axis: null,
              scale: { domain: [0, most * 1.3], nice: false },
            },
            color: {
              field: 'isBad',
              type: 'nominal',
              scale: { domain: [false, true], range: [theme.main, theme.limit] },
              legend: null,
            },
          },
        },
        {
          mark: { type: 'text', align: 'left', dx: 6 },
          encoding: { y, x: { field: 'value', type: 'quantitative' }, text: { field: 'words' } },
        },
      ],
    },
  };
}
