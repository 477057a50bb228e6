import { QUANTITIES, type TraceSummary } from '../trace/index.ts';
import { BARS } from './bar.ts';
import { drawing } from './drawing.ts';
import { hourBars } from './hour-bars.ts';
import type { Block } from './page.ts';
import { amount } from './trace-column-table.ts';
import { brokenLines } from './wrap.ts';

const HEIGHT = 4;

/** The mean of each local hour of the day as a bar, the highest as high as the picture. */
export function hourPicture({ daily, timezone }: Pick<TraceSummary, 'daily' | 'timezone'>): Block[] {
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
  const head = `${quantity} by hour of the day, ${timezone}; the highest mean is ${amount(quantity, most)} ${unitOf(quantity)}`;
  return drawing((columns) => [...brokenLines(head, columns), ...hourBars(rows, columns)]);
}

function unitOf(quantity: keyof typeof QUANTITIES): string {
  const { unit } = QUANTITIES[quantity];
  return unit === 'bytes' ? 'GiB' : unit;
}
