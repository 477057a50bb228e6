import type { ComputeResult, Simulation } from '../../simulator/index.ts';
import { drawing, type PageBlock } from '../page/page.ts';
import { brokenLines } from '../page/wrap.ts';
import { numberWords, span } from '../words/format.ts';
import { bandSigns, timeBands, timeWidth } from './time-bands.ts';

/** CPU and size of a compute, as time series with one step. */
export type CapacityTimeSeries = Pick<ComputeResult['timeSeries'], 'stepMs' | 'mostCu' | 'usedVcpu'>;

/** Draws the CPU that was used over the size of the compute. Empty if neither ever changes. */
export function capacityPicture(
  { stepMs, mostCu, usedVcpu }: CapacityTimeSeries,
  { startMs, zone }: Pick<Simulation, 'startMs' | 'zone'>,
): PageBlock[] {
  const highest = Math.max(0, ...mostCu, ...usedVcpu);
  if (highest === 0) return [];
  const lengthMs = stepMs * mostCu.length;
  const level = (value: number, i: number) => (mostCu[i] === 0 ? null : value / highest);
  const bands = [
    { label: 'CPU used', levels: usedVcpu.map(level) },
    { label: 'Size', levels: mostCu.map(level) },
  ];
  return drawing((columns) => {
    const width = timeWidth(columns);
    const drawn = bands.map(({ levels }) => bandSigns(levels, width));
    if (drawn.every((signs) => new Set(signs).size <= 1)) return [];
    const sleeps = drawn.some((signs) => signs.includes('·')) ? ', · asleep' : '';
    const head = `With the recommendation: █ is ${numberWords(highest)} CU${sleeps}; a column is ${span(lengthMs / width)}`;
    return [...brokenLines(head, columns), ...timeBands(bands, zone.localMs(startMs), lengthMs, columns)];
  });
}
