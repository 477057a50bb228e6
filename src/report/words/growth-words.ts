import type { GrowthAhead } from '../../planner/index.ts';
import { shareWords } from './objective-words.ts';

/** `20% more demand each month`. */
export function paceWords({ perMonth }: GrowthAhead): string {
  return `${shareWords(Math.abs(perMonth))} ${perMonth < 0 ? 'less' : 'more'} demand each month`;
}

export function factorWords(factor: number): string {
  return String(Number(factor.toPrecision(3)));
}

export function monthsWords(months: number): string {
  return months === 1 ? '1 month' : `${months} months`;
}
