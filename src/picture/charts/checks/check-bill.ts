import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { CheckDocument } from '../../documents/check.ts';
import type { Theme } from '../../theme.ts';
import { moneyWords } from '../parts/words.ts';

/** The predicted cost of compute in each month beside the billed cost. */
export function checkBill({ invoice }: CheckDocument, theme: Theme): Chart | null {
  if (invoice === null || invoice.months.length === 0) return null;
  const { currency, months } = invoice;
  const rows = months.flatMap(({ month, predictedCompute, billedCompute }) => [
    { row: `${month} predicted`, what: 'predicted', cost: predictedCompute },
    { row: `${month} billed`, what: 'billed', cost: billedCompute },
  ]);
  const sum = (what: string) =>
    moneyWords(
      rows.reduce((total, row) => total + (row.what === what ? row.cost : 0), 0),
      currency,
    );
  const y = {
    field: 'row',
    type: 'nominal',
    sort: null,
    axis: { title: null, grid: false, labelFontSize: 12, labelColor: theme.ink },
  };
  const most = Math.max(1e-9, ...rows.map(({ cost }) => cost));
  return {
    name: 'bill',
    finding: `Compute was predicted to cost ${sum('predicted')}, and ${sum('billed')} was billed.`,
    about: `${currency} for compute by calendar month; items that are passed through are left out.`,
    spec: {
      data: { values: rows.map((row) => ({ ...row, words: moneyWords(row.cost, currency) })) },
      width: WIDTH_OF_PLOT - 100,
      height: { step: 28 },
      layer: [
        {
          mark: { type: 'bar', height: 16 },
          encoding: {
            y,
            x: {
              field: 'cost',
              type: 'quantitative',
              axis: null,
              scale: { domain: [0, most * 1.25], nice: false },
            },
            color: {
              field: 'what',
              type: 'nominal',
              legend: null,
              scale: { domain: ['predicted', 'billed'], range: [theme.limit, theme.mainHalf] },
            },
          },
        },
        {
          mark: { type: 'text', align: 'left', dx: 6 },
          encoding: { y, x: { field: 'cost', type: 'quantitative' }, text: { field: 'words' } },
        },
      ],
    },
  };
}
