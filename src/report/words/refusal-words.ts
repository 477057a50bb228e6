import type { PricedRefusal } from '../../planner/index.ts';
import { configurationWords } from './configuration-words.ts';
import { amount } from './objective-words.ts';

/** Says why the newest fact set refuses a configuration, and what the nearest costs that it allows. */
export function refusalWords({ reasons, nearest }: PricedRefusal, currency: string): string {
  const why = `${reasons.join(', and ')}.`;
  if (nearest === null) return why;
  const cost = amount('budget', nearest.outcome.costPerMonth, currency);
  return `${why} The nearest allowed one, ${configurationWords(nearest.configuration)}, costs ${cost} a month.`;
}
