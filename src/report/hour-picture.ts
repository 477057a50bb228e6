import { QUANTITIES, type TraceSummary } from '../trace/index.ts';
import type { Block } from './page.ts';
import { amount } from './trace-column-table.ts';

const HEIGHT = 4;
const WIDTH = 3;

/** The mean of each local hour of the day as a bar, the highest as high as the picture. */
export function hourPicture({ daily, timezone }: TraceSummary): Block[] {
  if (daily === null) return [];
  const { quantity, hours } = daily;
  const most = hours.reduce((all: number, value) => Math.max(all, value ?? 0), 0);
  if (most === 0) return [];
  const eighths = hours.map((value) => Math.ceil(((value ?? 0) / most) * HEIGHT * 8));
  const rows = Array.from({ length: HEIGHT }, (_, row) => {
    const below = (HEIGHT - 1 - row) * 8;
    const bars = eighths.map((full) => BARS[Math.max(0, Math.min(8, full - below))] ?? ' ');
    return `|${bars.map((bar) => `${bar.repeat(WIDTH - 1)} `).join('')}|`;
  });
  const axis = Array.from({ length: 8 }, (_, i) => String(i * 3).padEnd(3 * WIDTH)).join('');
  return [
    {
      kind: 'picture',
      lines: [
        `${quantity} by hour of the day, ${timezone}; the highest mean is ${amount(quantity, most)} ${unitOf(quantity)}`,
        ...rows,
        ` ${axis.trimEnd()}`,
      ],
    },
  ];
}

function unitOf(quantity: keyof typeof QUANTITIES): string {
  const { unit } = QUANTITIES[quantity];
  return unit === 'bytes' ? 'GiB' : unit;
}

const BARS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
