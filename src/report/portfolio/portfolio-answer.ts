import { MICROS } from '../../facts/index.ts';
import {
  type Broken,
  type Constraint,
  constraintOf,
  type GrowthAhead,
  type Judged,
  type Lasting,
  type Objectives,
  type Plan,
  type PlanWithout,
  type ProfileName,
  type RuledOut,
  type Step,
} from '../../planner/index.ts';
import type { Problem } from '../../problem/index.ts';
import type { CpuBound } from '../../trace/index.ts';
import type { BackgroundAnswer } from '../plan/both-ways.ts';
import type { BillOfMany } from './bill-of-many.ts';
import { type ListedDatabase, titleOf } from './database-title.ts';

/** What `tidemark plan` shows of many databases. */
export interface PortfolioAnswer {
  readonly of: number;
  /** Those that were looked at, in any order; fewer than there are where it was interrupted. */
  readonly databases: readonly (PlannedDatabase | UnplannedDatabase)[];
  readonly currency: string;
  readonly profile: ProfileName;
  readonly objectives: Objectives;
  readonly worthwhile: number;
  /** null: nobody asked how long choices last. */
  readonly growth: GrowthAhead | null;
  /** null: nobody said what was billed. */
  readonly bill: BillOfMany | null;
}

interface PlannedDatabase extends ListedDatabase {
  /** What its job is known by. */
  readonly key: string;
  readonly horizonMs: number;
  /** Its plan of the service has changes of size. */
  readonly mayChangeSize: boolean;
  readonly plan: Plan;
  /** null: what the fact set leaves open rules out nothing cheaper. */
  readonly ruledOut: RuledOut | null;
  /** null: nobody asked, or there is no recommendation. */
  readonly lasting: Lasting | null;
  /** null: it has no background, or there is no recommendation. */
  readonly background: BackgroundAnswer | null;
  /**
   * What a plan says without the memory that was measured; null: memory cannot decide, or there is no recommendation.
   */
  readonly withoutMemory: PlanWithout | null;
  /** CPU was not measured, and the plan is for this upper bound of it; null: it was, or follows from what was told. */
  readonly cpuBound: CpuBound | null;
}

export interface UnplannedDatabase extends ListedDatabase {
  readonly problems: readonly Problem[];
  /** The file is in order, and has no values: nothing failed. */
  readonly isWithoutData: boolean;
}

/** What there is to say of one database, its costs in millionths a month. */
export interface PortfolioRow extends PlannedDatabase {
  /** null: nothing is set, or nobody has said what. */
  readonly costNow: number | null;
  /** null: nothing meets all objectives. */
  readonly costThen: number | null;
  readonly saving: number | null;
  readonly binding: Binding | null;
}

/** The step that would save most, and what it breaks. */
interface Binding extends Broken {
  readonly step: Step;
  readonly constraint: Constraint;
}

/** The largest saving first; then what nobody can compare, the dearest first. */
export function portfolioRows({ databases }: PortfolioAnswer): PortfolioRow[] {
  return databases
    .filter((one) => 'plan' in one)
    .map(rowOf)
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

/** Of those of which both are known, so that the three belong together; and of those that are new. */
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

function rowOf(database: PlannedDatabase): PortfolioRow {
  const { current, recommendation } = database.plan;
  const costNow = microsOf(current);
  const costThen = microsOf(recommendation);
  return {
    ...database,
    costNow,
    costThen,
    saving: costNow === null || costThen === null ? null : costNow - costThen,
    binding: bindingOf(database.plan),
  };
}

function bindingOf({ recommendation, neighbours }: Plan): Binding | null {
  if (recommendation === null) return null;
  const [nearest] = neighbours
    .filter(
      ({ outcome, broken }) =>
        broken.length > 0 && outcome.costPerMonth < recommendation.outcome.costPerMonth,
    )
    .sort((one, other) => one.outcome.costPerMonth - other.outcome.costPerMonth);
  if (nearest === undefined || nearest.constraint === null) return null;
  const { step, constraint, broken } = nearest;
  const by = broken.find((one) => constraintOf(step, [one]) === constraint);
  return by === undefined ? null : { step, constraint, ...by };
}

function microsOf(judged: Judged | null): number | null {
  return judged === null ? null : Math.round(judged.outcome.costPerMonth * MICROS);
}

/** By code units, so that the order is the same on every machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
