import { bar } from './bar.ts';
import type { Block } from './page.ts';
import { type PortfolioAnswer, type PortfolioRow, portfolioTotals, titleOf } from './portfolio-answer.ts';
import { roundMoney } from './portfolio-money.ts';
import type { LargeSaving } from './portfolio-savings.ts';

/** What each of the largest savings leaves of today's costs, as bars of one scale, and the sum of all the others. */
export function savingsPicture(
  { currency }: PortfolioAnswer,
  rows: readonly PortfolioRow[],
  largest: readonly LargeSaving[],
): Block[] {
  if (largest.length === 0) return [];
  const shown = new Set(largest.map(({ row }) => row));
  const others = rows.filter((row) => row.saving !== null && !shown.has(row));
  const rest = portfolioTotals(others);
  const most = Math.max(...largest.map(({ row }) => Math.max(row.costNow ?? 0, row.costThen ?? 0)));
  const words = (from: number, to: number) => `${roundMoney(from, currency)} to ${roundMoney(to, currency)}`;
  return [
    {
      kind: 'picture',
      lines: [
        '█ a month as recommended, ░ what is saved',
        ...largest.map(({ row: { costNow, costThen, ...row } }) => {
          const [now, recommended] = [costNow ?? 0, costThen ?? 0];
          return `${labelCell(titleOf(row))} ${barOf(now / most, recommended / most)} ${words(now, recommended)}`;
        }),
        ...(others.length === 0
          ? []
          : [
              `${labelCell(othersWords(others.length))} ${' '.repeat(BAR_WIDTH)} ${words(rest.costNow, rest.costThen)}`,
            ]),
      ],
    },
  ];
}

function othersWords(count: number): string {
  return count === 1 ? '1 other' : `${count} others`;
}

const LABEL_WIDTH = 20;
const BAR_WIDTH = 36;

function barOf(now: number, recommended: number): string {
  const stays = bar(recommended, BAR_WIDTH);
  const saved = Math.max(0, Math.round(now * BAR_WIDTH) - stays.length);
  return `${stays}${'░'.repeat(saved)}`.padEnd(BAR_WIDTH);
}

function labelCell(label: string): string {
  const cut = label.length <= LABEL_WIDTH ? label : `${label.slice(0, LABEL_WIDTH - 1)}…`;
  return cut.padEnd(LABEL_WIDTH);
}
