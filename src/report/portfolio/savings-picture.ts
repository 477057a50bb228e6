import { drawing, type PageBlock } from '../page/page.ts';
import { brokenLines } from '../page/wrap.ts';
import { bar, labelCell } from '../pictures/bar.ts';
import { titleOf } from './database-title.ts';
import { type PortfolioAnswer, portfolioTotals } from './portfolio-answer.ts';
import { roundMoney } from './round-money.ts';
import type { PortfolioRow } from './rows/portfolio-row.ts';
import type { LargeSaving } from './savings.ts';

/** Bars of the largest savings on one scale, today and recommended, and the sum of all others. */
export function savingsPicture(
  { currency }: PortfolioAnswer,
  rows: readonly PortfolioRow[],
  largest: readonly LargeSaving[],
): PageBlock[] {
  if (largest.length === 0) return [];
  const shown = new Set(largest.map(({ row }) => row));
  const others = rows.filter((row) => row.saving !== null && !shown.has(row));
  const rest = portfolioTotals(others);
  const most = Math.max(...largest.map(({ row }) => Math.max(row.costNow ?? 0, row.costThen ?? 0)));
  const words = (from: number, to: number) => `${roundMoney(from, currency)} to ${roundMoney(to, currency)}`;
  const shares = largest.map(({ row }) => ({
    label: titleOf(row),
    now: (row.costNow ?? 0) / most,
    recommended: (row.costThen ?? 0) / most,
    words: words(row.costNow ?? 0, row.costThen ?? 0),
  }));
  const sum = {
    label: othersWords(others.length),
    now: 0,
    recommended: 0,
    words: words(rest.costNow, rest.costThen),
  };
  const lines = others.length === 0 ? shares : [...shares, sum];
  return drawing((columns) => {
    const room = columns - 2 - Math.max(...lines.map((line) => line.words.length));
    const labelWidth = Math.min(LABEL_WIDTH, Math.floor(room / 2));
    const width = Math.min(BAR_WIDTH, room - labelWidth);
    return [
      ...brokenLines('█ a month as recommended, ░ saving', columns),
      ...lines.map(
        (line) =>
          `${labelCell(line.label, labelWidth)} ${barOf(line.now, line.recommended, width)} ${line.words}`,
      ),
    ];
  });
}

function othersWords(count: number): string {
  return count === 1 ? '1 other' : `${count} others`;
}

const LABEL_WIDTH = 20;
const BAR_WIDTH = 36;

function barOf(now: number, recommended: number, width: number): string {
  const stays = bar(recommended, width);
  const saved = Math.max(0, Math.round(now * width) - stays.length);
  return `${stays}${'░'.repeat(saved)}`.padEnd(width);
}
