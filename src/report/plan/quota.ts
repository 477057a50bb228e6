import { PLAN_NAMES } from '../../facts/index.ts';
import type { Block } from '../page/page.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** Where a quota is what nothing keeps to, the way out is another plan: no setting is. */
export function quotaBlocks({ nearest, isWhole, simulation: { plan, facts } }: PlanAnswer): Block[] {
  if (!isWhole || !nearest?.broken.some(({ promise }) => promise === 'quota')) return [];
  const [first, ...others] = PLAN_NAMES.filter((name) => facts.quotaCuHours.value[name] === null);
  if (first === undefined) return [];
  const without = [first, ...others].join(' and ');
  const text = `The quota is that of the ${plan} plan: ${without} have none. --plan ${first} says what to set there, and what it costs.`;
  return [{ kind: 'paragraph', text }];
}
