import { QUANTITIES, type TraceSummary } from '../../trace/index.ts';
import { drawing, type PageBlock } from '../page/page.ts';
import { brokenLines } from '../page/wrap.ts';
import { BARS } from '../pictures/bar.ts';
import { hourBars } from '../pictures/hour-bars.ts';
import { quantityAmount } from './trace-column-table.ts';

const HEIGHT = 4;

/** A bar for the mean of each local hour of the day. The highest has full height. */
export function dailyPicture({ daily, timezone }: Pick<TraceSummary, 'daily' | 'timezone'>): PageBlock[] {
  if (daily === null) return [];
  const { quantity, hours } = daily;
  const most = hours.reduce((all: number, value) => Math.max(all, value ?? 0), 0);
  if (most === 0) return [];
  const eighths = hours.map((value) => Math.ceil(((value ?? 0) / most) * HEIGHT * 8));
  const rows = Array.from({ length: HEIGHT }, (_, row) => {
    const below = (HEIGHT - 1 - row) * 8;
    return {
      label: '',
      signs: eighths.map((full) => BARS[Math.max(0, Math.min(8, full - below))] as string),
    };
  });
  const head = `${quantity} by hour of the day, ${timezone}; the highest mean is ${quantityAmount(quantity, most)} ${unitOf(quantity)}`;
  return drawing((columns) => [...brokenLines(head, columns), ...hourBars(rows, columns)]);
}

function unitOf(quantity: keyof typeof QUANTITIES): string {
  const { unit } = QUANTITIES[quantity];
  return unit === 'bytes' ? 'GiB' : unit;
}
