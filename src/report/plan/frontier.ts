import { MICROS } from '../../facts/index.ts';
import { CLEAR, type Judged } from '../../planner/index.ts';
import { drawing, type PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { bar } from '../pictures/bar.ts';
import { configurationCell } from '../words/configuration-words.ts';
import { money, percent } from '../words/format.ts';
import { amount, brokenCell, shareCell } from '../words/objective-words.ts';
import type { PlanAnswer } from './plan-answer.ts';

/**
 * Shows only points that throttle at least a tenth less than the point before. A maximum that is hardly reached adds
 * nothing.
 */
export function frontierBlocks(answer: PlanAnswer): PageBlock[] {
  const { currency } = answer.simulation.prices;
  let last = Number.POSITIVE_INFINITY;
  const shown = answer.frontier.filter(({ outcome: { throttledShare } }) => {
    if (throttledShare > 0.9 * last) return false;
    last = throttledShare;
    return true;
  });
  if (shown.length === 0) return [];
  return [
    {
      kind: 'table',
      title: `Less throttling for more money, down to ${percent(CLEAR)}`,
      columns: [
        { title: 'CU, timeout', align: 'left' },
        ...rightColumns('a month', 'throttled', 'delay p99'),
        { title: 'breaks', align: 'left', width: 30 },
      ],
      rows: shown.map((one) => [
        configurationCell(one.configuration),
        money(Math.round(one.outcome.costPerMonth * MICROS), currency),
        shareCell(one.outcome.throttledShare),
        amount('delay-p99', one.outcome.delayP99Ms, currency),
        brokenCell(one.broken, currency),
      ]),
    },
    ...frontierPicture(shown, answer),
  ];
}

/** Two points are as easy to read from the table. */
const FEWEST_DRAWN = 3;
const BAR_WIDTH = 24;

/** Bars that show where more money buys little less throttling. */
function frontierPicture(shown: readonly Judged[], { recommendation }: PlanAnswer): PageBlock[] {
  const most = (of: (one: Judged) => number) => Math.max(...shown.map(of));
  const cost = ({ outcome }: Judged) => outcome.costPerMonth;
  const throttled = ({ outcome }: Judged) => outcome.throttledShare;
  const [highestCost, highestShare] = [most(cost), most(throttled)];
  if (shown.length < FEWEST_DRAWN || highestCost === 0 || highestShare === 0) return [];
  const cells = shown.map(({ configuration }) => configurationCell(configuration));
  const longest = Math.max(...cells.map(({ length }) => length));
  const own = recommendation === null ? null : configurationCell(recommendation.configuration);
  const marks = cells.map((cell) => (cell === own ? ' < this' : ''));
  return drawing((columns) => {
    // Labels go beside the bars, or above them if the bars would be too short.
    const beside = Math.floor((columns - longest - 4 - MARK_WIDTH) / 2);
    const above = beside < THROTTLED.length;
    const width = Math.min(BAR_WIDTH, above ? Math.floor((columns - 4) / 2) : beside);
    const labels = ['', ...cells].map((cell) => (above ? '' : cell.padEnd(longest)));
    const rows = shown.map((one) => [
      bar(cost(one) / highestCost, width),
      bar(throttled(one) / highestShare, width),
    ]);
    return [['a month', THROTTLED], ...rows].flatMap((cellsOfRow, i) => {
      const mark = i === 0 ? '' : (marks[i - 1] as string);
      const bars = `${labels[i]}  ${cellsOfRow.map((cell) => cell.padEnd(width)).join('  ')}`;
      if (!above) return [`${bars}${mark}`.trimEnd()];
      return i === 0 ? [bars.trimEnd()] : [`${cells[i - 1]}${mark}`, bars.trimEnd()];
    });
  });
}

const THROTTLED = 'throttled';
const MARK_WIDTH = ' < this'.length;
