import { HOUR_MS } from '../../facts/index.ts';
import { drawing, type PageBlock } from '../page/page.ts';
import { BARS } from '../pictures/bar.ts';
import { hourBars } from '../pictures/hour-bars.ts';
import type { SimulationAnswer } from './simulation-answer.ts';

/** The share of each local hour of the day that the compute was awake, for runs of one compute. */
export function awakePicture({ hours }: Pick<SimulationAnswer, 'hours'>): PageBlock[] {
  if (hours.from.length < 24) return [];
  const awake = new Array<number>(24).fill(0);
  const all = new Array<number>(24).fill(0);
  hours.from.forEach((from, i) => {
    const hour = Number(from.slice(11, 13));
    awake[hour] = (awake[hour] as number) + (hours.awakeMs[i] as number);
    all[hour] = (all[hour] as number) + (hours.hours[i] as number) * HOUR_MS;
  });
  const signs = awake.map(
    (value, hour) =>
      BARS[Math.round(((all[hour] as number) > 0 ? value / (all[hour] as number) : 0) * 8)] as string,
  );
  return drawing((columns) => hourBars([{ label: 'Awake by hour ', signs }], columns));
}
