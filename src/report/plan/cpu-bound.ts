import { BOUND_WORDS, type CpuBound } from '../../trace/index.ts';
import type { PageBlock } from '../page/page.ts';
import { numberWords } from '../words/format.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** Says what stands in for CPU if it was not measured. */
export function cpuBoundBlocks({ cpuBound }: PlanAnswer): PageBlock[] {
  if (cpuBound === null) return [];
  const { by } = cpuBound;
  const better = by === 'durations' ? '--cpu-per-query or a trace with CPU' : 'a trace with CPU';
  const text = `CPU was not measured, so the plan uses its upper bound, ${BOUND_WORDS[by]}.${fastestSentence(cpuBound)} To be exact, give ${better}.`;
  return [{ kind: 'paragraph', text }];
}

export function fastestSentence({ fastestMs }: CpuBound): string {
  if (fastestMs === null) return '';
  return ` No query is faster than ${numberWords(fastestMs)} ms: if faster ones are not logged, their CPU comes on top.`;
}
