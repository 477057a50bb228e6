import type { Uncertainty } from '../../planner/index.ts';
import type { PageBlock } from '../page/page.ts';
import type { TableColumn } from '../page/text-table.ts';
import { configurationCell } from '../words/configuration-words.ts';
import { percent } from '../words/format.ts';
import { titleOf } from './database-title.ts';
import { lastingCell } from './lasting.ts';
import { type PortfolioAnswer, portfolioTotals, type UnplannedDatabase } from './portfolio-answer.ts';
import { moneyCell } from './round-money.ts';
import type { PortfolioRow } from './rows/portfolio-row.ts';

/**
 * A row for each database.
 *
 * @param most the most rows; others are counted as omitted
 */
export function portfolioTable(
  answer: PortfolioAnswer,
  rows: readonly PortfolioRow[],
  bad: readonly UnplannedDatabase[],
  most: number,
): Extract<PageBlock, { kind: 'table' }> {
  const shown = rows.slice(0, most);
  const shownBad = bad.slice(0, most - shown.length);
  const omitted = rows.length - shown.length + bad.length - shownBad.length;
  const cells = [...tableRows(answer, shown, shownBad), totalsRow(answer, rows)];
  const months = [...shown.map(lastingCell), ...shownBad.map(() => '-'), ''];
  return {
    kind: 'table',
    ...(answer.growth === null
      ? { columns: COLUMNS, rows: cells }
      : { columns: GROWN_COLUMNS, rows: cells.map((row, i) => [...row, months[i] as string]) }),
    ...(omitted === 0 ? {} : { omitted }),
  };
}

/** Widths for 80 columns. Names are cut, because they can have any length. */
const COLUMNS: readonly TableColumn[] = [
  { title: 'database', align: 'left', width: 12, isCut: true },
  { title: 'current', align: 'left', width: 8 },
  { title: 'advised', align: 'left', width: 8 },
  { title: 'now', align: 'right' },
  { title: 'then', align: 'right' },
  { title: 'saves', align: 'right' },
  { title: 'limit', align: 'left', width: 9, isCut: true },
  { title: 'risk', align: 'left', width: 8 },
];

/** The other columns are narrower, to make room for `breaks`. */
const GROWN_COLUMNS: readonly TableColumn[] = [
  { title: 'database', align: 'left', width: 8, isCut: true },
  { title: 'current', align: 'left', width: 7 },
  { title: 'advised', align: 'left', width: 7 },
  ...COLUMNS.slice(3, -1),
  { title: 'risk', align: 'left', width: 7 },
  { title: 'breaks', align: 'left' },
];

function tableRows(
  { currency }: PortfolioAnswer,
  rows: readonly PortfolioRow[],
  bad: readonly UnplannedDatabase[],
): string[][] {
  return [
    ...rows.map((row) => {
      const { verdict, costNow, costThen, saving } = row;
      const { current, recommendation, binding, relaxations, uncertainty } = row.details();
      return [
        titleOf(row),
        current === null ? '-' : configurationCell(current.configuration),
        recommendation === null
          ? 'none'
          : verdict === 'keep'
            ? 'keep'
            : configurationCell(recommendation.configuration),
        moneyCell(costNow, currency),
        moneyCell(costThen, currency),
        moneyCell(saving, currency),
        binding?.objective ?? (relaxations.map(({ objective }) => objective).join(', ') || '-'),
        riskCell(uncertainty),
      ];
    }),
    ...bad.map((one) => [
      titleOf(one),
      '-',
      one.isWithoutData ? 'no data' : 'problem',
      '-',
      '-',
      '-',
      '-',
      '-',
    ]),
  ];
}

function totalsRow({ currency }: PortfolioAnswer, rows: readonly PortfolioRow[]): string[] {
  const { compared, costNow, costThen, saving, unsetThen } = portfolioTotals(rows);
  const cells = compared === 0 ? [null, unsetThen, null] : [costNow, costThen, saving];
  return ['total', '', '', ...cells.map((micros) => moneyCell(micros, currency)), '', ''];
}

/** The risk and the share of months without a broken objective. For a short trace, its days of the days needed. */
function riskCell(sure: Uncertainty | null): string {
  if (sure === null) return '-';
  const { risk, feasible, days, daysNeeded } = sure;
  return risk === null || feasible === null
    ? `${days === 0 ? '<1' : days} of ${daysNeeded} days`
    : `${risk} ${percent(feasible)}`;
}
