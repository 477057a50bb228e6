import type { PageBlock } from '../page/page.ts';
import type { PlanAnswer } from '../plan/plan-answer.ts';
import { billBlocks, quotaSentences } from './bill-blocks.ts';

/** The bill before and after. Empty if nothing but compute is known. */
export function planBillBlocks({ bill, simulation }: Pick<PlanAnswer, 'bill' | 'simulation'>): PageBlock[] {
  return bill === null ? [] : billBlocks(bill, simulation);
}

/** The quotas that the project passes, whatever its configuration is. */
export function passedQuotaBlocks({ bill, simulation }: PlanAnswer): PageBlock[] {
  if (bill === null) return [];
  return quotaSentences(bill, simulation).map((text) => ({ kind: 'paragraph', text }));
}
