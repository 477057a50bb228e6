import type { GrowthAhead, Objectives, ProfileName } from '../../planner/index.ts';
import type { Problem } from '../../problem/index.ts';
import type { BillOfMany } from './bill-of-many.ts';
import { titleOf } from './database-title.ts';
import type { EarlierPlan } from './digest/earlier-plan.ts';
import type { ListedTitle } from './rows/planned-database.ts';
import type { PortfolioRow } from './rows/portfolio-row.ts';

/** The answer of `tidemark plan` about many databases. */
export interface PortfolioAnswer {
  readonly of: number;
  /** In any order. Incomplete if the plan was interrupted. */
  readonly databases: readonly (PortfolioRow | UnplannedDatabase)[];
  readonly currency: string;
  readonly profile: ProfileName;
  readonly objectives: Objectives;
  readonly worthwhile: number;
  /** Null if nobody asked how long recommendations last. */
  readonly growth: GrowthAhead | null;
  /** Null if no bill was given. */
  readonly bill: BillOfMany | null;
  /** Empty if nobody asked to sum up groups. */
  readonly rollUps: readonly RollUpBy[];
  /** The plan to compare with. Null if nobody asked. */
  readonly since: EarlierPlan | null;
}

/** The property that groups databases: their project, or a tag of the list. */
export type RollUpBy = { readonly kind: 'project' } | { readonly kind: 'tag'; readonly name: string };

export interface UnplannedDatabase extends ListedTitle {
  readonly problems: readonly Problem[];
  /** Whether the file is valid but has no values, which is not a failure. */
  readonly isWithoutData: boolean;
}

/** The largest saving first. Databases without a known saving follow, the most expensive first. */
export function portfolioRows({ databases }: PortfolioAnswer): PortfolioRow[] {
  return databases
    .filter((one) => 'details' in one)
    .sort(
      (one, other) =>
        (other.saving ?? Number.NEGATIVE_INFINITY) - (one.saving ?? Number.NEGATIVE_INFINITY) ||
        (other.costThen ?? other.costNow ?? 0) - (one.costThen ?? one.costNow ?? 0) ||
        compare(titleOf(one), titleOf(other)) ||
        compare(one.key, other.key),
    );
}

export function unplanned({ databases }: PortfolioAnswer): UnplannedDatabase[] {
  return databases
    .filter((one) => 'problems' in one)
    .sort((one, other) => compare(titleOf(one), titleOf(other)));
}

/**
 * Sums over databases with a known saving, so that the three sums agree. Databases without a current configuration are
 * summed apart.
 */
export function portfolioTotals(rows: readonly PortfolioRow[]) {
  const compared = rows.filter(({ saving }) => saving !== null);
  const unset = rows.filter(({ costNow, costThen }) => costNow === null && costThen !== null);
  const sum = (some: readonly PortfolioRow[], of: 'costNow' | 'costThen' | 'saving') =>
    some.reduce((total, row) => total + (row[of] ?? 0), 0);
  return {
    compared: compared.length,
    costNow: sum(compared, 'costNow'),
    costThen: sum(compared, 'costThen'),
    saving: sum(compared, 'saving'),
    unset: unset.length,
    unsetThen: sum(unset, 'costThen'),
  };
}

/** Compares by code units, so that the order is the same on every machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
