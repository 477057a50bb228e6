import { cuOf, type QuarterCu } from '../../facts/index.ts';
import type { GoalPart } from './goal.ts';

/** Why a size was chosen or kept, as plain data. `describeReason` puts it into words. */
export type Reason =
  | { readonly kind: 'asked'; readonly by: GoalPart; readonly goal: QuarterCu }
  | { readonly kind: 'bounded'; readonly by: 'min' | 'max'; readonly goal: QuarterCu; readonly at: QuarterCu }
  | { readonly kind: 'memory pressure'; readonly nonReclaimableBytes: number }
  | { readonly kind: 'no metrics' }
  | { readonly kind: 'metrics missing' }
  | { readonly kind: 'stepped down'; readonly to: QuarterCu }
  | { readonly kind: 'downscale denied'; readonly to: QuarterCu; readonly nonReclaimableBytes: number }
  | { readonly kind: 'denied lately'; readonly untilMs: number }
  | { readonly kind: 'step under way'; readonly untilMs: number };

export function describeReason(reason: Reason): string {
  switch (reason.kind) {
    case 'asked':
      return `${PART_WORDS[reason.by]} asks for ${cuOf(reason.goal)} CU`;
    case 'bounded':
      return `the ${reason.by === 'min' ? 'minimum' : 'maximum'} holds it at ${cuOf(reason.at)} CU`;
    case 'memory pressure':
      return 'memory that cannot be given back fills 85% of the RAM: a quarter CU more at once';
    case 'no metrics':
      return 'no metrics: the size stays';
    case 'metrics missing':
      return 'metrics are missing: the goal is a lower bound, so no step down';
    case 'stepped down':
      return `one step down to ${cuOf(reason.to)} CU`;
    case 'downscale denied':
      return `memory in use would not fit into ${cuOf(reason.to)} CU: the step down is denied`;
    case 'denied lately':
      return 'a step down was denied a moment ago and is not asked for again yet';
    case 'step under way':
      return 'the last step down is still under way';
  }
}

export const PART_WORDS: Readonly<Record<GoalPart, string>> = {
  cpu: 'CPU load',
  memory: 'memory',
  lfc: 'the working set',
};
