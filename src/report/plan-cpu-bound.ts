import { BOUND_WORDS } from '../trace/index.ts';
import type { Block } from './page.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** What the plan took for CPU where nobody measured it. */
export function cpuBoundBlocks({ cpuBound }: PlanAnswer): Block[] {
  if (cpuBound === null) return [];
  const settling = cpuBound === 'durations' ? '--cpu-per-query, or a trace with CPU,' : 'A trace with CPU';
  const text =
    `CPU was not measured: planned with its upper bound, ${BOUND_WORDS[cpuBound]}. ` +
    `${settling} would settle it.`;
  return [{ kind: 'paragraph', text }];
}
