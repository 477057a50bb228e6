import { numberWords } from '../../../report/index.ts';
import type { Chart } from '../../chart.ts';
import type { PortfolioDocument } from '../../documents/portfolio.ts';
import type { Theme } from '../../theme.ts';
import { moneyWords } from '../parts/words.ts';

const MOST = 40;
const NOW = 'today';
const THEN = 'the recommendation';

/** Current and recommended cost of each database, the largest saving first. */
export function portfolioSavings(
  { databases, totals, currency }: PortfolioDocument,
  theme: Theme,
): Chart | null {
  const rows: { name: string; costNow: number; costThen: number; saving: number }[] = [];
  for (const { name, project, costNow, costThen, saving } of databases) {
    if (rows.length === MOST) break;
    if (costNow === null || costThen === null || saving === null) continue;
    rows.push({ name: project === null ? name : `${project}/${name}`, costNow, costThen, saving });
  }
  if (rows.length === 0) return null;
  const points = rows.flatMap(({ name, costNow, costThen }) => [
    { name, what: NOW, cost: costNow },
    { name, what: THEN, cost: costThen },
  ]);
  const words = rows.map(({ name, saving, costNow, costThen }) => ({
    name,
    right: Math.max(costNow, costThen),
    words:
      saving === 0 ? 'stays' : `${moneyWords(Math.abs(saving), currency)} ${saving > 0 ? 'less' : 'more'}`,
  }));
  const y = {
    field: 'name',
    type: 'nominal',
    sort: null,
    axis: { title: null, grid: false, labelLimit: 220, labelFontSize: 12, labelColor: theme.ink },
  };
  const difference = totals.saving;
  return {
    name: 'portfolio',
    finding: `${numberWords(totals.compared)} databases cost ${moneyWords(totals.costNow, currency)} a month today, and ${moneyWords(totals.costThen, currency)} with the recommendations: ${moneyWords(Math.abs(difference), currency)} ${difference >= 0 ? 'less' : 'more'}.`,
    about: `${currency} a month of each, the largest saving first${rows.length < totals.compared ? `; the first ${MOST} of ${totals.compared}` : ''}.`,
    spec: {
      width: 520,
      height: { step: 30 },
      layer: [
        {
          data: { values: rows },
          mark: { type: 'bar', height: 4, cornerRadiusEnd: 0, color: theme.grid },
          encoding: {
            y,
            x: {
              field: 'costNow',
              type: 'quantitative',
              scale: {
                zero: true,
                nice: false,
                domainMax: 1.2 * Math.max(...words.map(({ right }) => right)),
              },
              axis: { title: null, format: '~r', grid: true, tickCount: 6 },
            },
            x2: { field: 'costThen' },
          },
        },
        {
          data: { values: points },
          mark: { type: 'point', filled: true, size: 110, opacity: 1 },
          encoding: {
            y,
            x: { field: 'cost', type: 'quantitative' },
            color: {
              field: 'what',
              type: 'nominal',
              scale: { domain: [NOW, THEN], range: [theme.other, theme.main] },
            },
          },
        },
        {
          data: { values: words },
          mark: { type: 'text', align: 'left', dx: 12 },
          encoding: { y, x: { field: 'right', type: 'quantitative' }, text: { field: 'words' } },
        },
      ],
    },
  };
}
