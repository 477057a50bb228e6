import type { Chart, Theme } from '../picture/index.ts';
import { bar, type Draw } from '../report/index.ts';

/** A bar chart. */
export interface Bars {
  readonly finding: string;
  readonly about: string;
  readonly rows: readonly BarRow[];
}

interface BarRow {
  readonly label: string;
  readonly value: number;
  readonly words: string;
  /** Whether the amount is bad, such as refused connections. */
  readonly isBad: boolean;
}

/** Bars with less room than this stand below their labels. */
const FEWEST_COLUMNS = 8;
const MOST_COLUMNS = 40;

/** Draws bars for a terminal. */
export function drawnBars({ rows }: Bars): Draw {
  const most = Math.max(...rows.map(({ value }) => value));
  const widest = (of: (row: BarRow) => string) => Math.max(...rows.map((row) => of(row).length));
  const labelWidth = widest(({ label }) => label);
  const wordsWidth = widest(({ words }) => words);
  return (columns) => {
    const beside = columns - labelWidth - wordsWidth - 3;
    const above = beside < FEWEST_COLUMNS;
    const width = Math.min(MOST_COLUMNS, above ? columns - wordsWidth - 1 : beside);
    return rows.flatMap(({ label, value, words }) => {
      const line = `${bar(value / most, width)} ${words}`.trimEnd();
      return above ? [label, line] : [`${label.padEnd(labelWidth)}  ${line}`];
    });
  };
}

/** Draws bars as a chart for a page. */
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
            // The axis is longer than the longest bar, to leave room for the words at its end.
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
