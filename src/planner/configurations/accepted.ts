import { type FactSet, type PlanName, sizeProblems, suspendProblems } from '../../facts/index.ts';
import type { Configuration } from './configuration.ts';

/** Whether the facts allow such a size and such a timeout on a plan. */
export function isAccepted(
  facts: FactSet,
  plan: PlanName,
  { size, suspendAfterMs }: Pick<Configuration, 'size' | 'suspendAfterMs'>,
): boolean {
  return (
    sizeProblems(facts, plan, size, { min: '', max: '' }).length === 0 &&
    suspendProblems(facts, plan, suspendAfterMs, size.maxCu, '').length === 0
  );
}
