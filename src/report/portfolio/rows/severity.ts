import type { Lasting, Plan } from '../../../planner/index.ts';

/** How urgent a database is, as it is configured today. The gravest first. */
export const SEVERITIES = ['at risk', 'wasteful', 'fine', 'no data'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * A database is at risk if its configuration breaks an objective, if it would break one within the growth that was
 * asked about, or if no configuration meets all objectives. It is wasteful if a change saves more than is worthwhile.
 * Without a current configuration there is no data for either.
 */
export function severityOf(
  { verdict, current }: Pick<Plan, 'verdict' | 'current'>,
  lasting: Lasting | null,
): Severity {
  if (verdict === 'none' || (current !== null && current.broken.length > 0)) return 'at risk';
  // A change to less says nothing about how long the current configuration would last.
  if (verdict !== 'change' && lasting !== null && lasting.breaks !== null) return 'at risk';
  if (current === null) return 'no data';
  return verdict === 'change' ? 'wasteful' : 'fine';
}
