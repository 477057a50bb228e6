import { MICROS } from '../../facts/index.ts';
import {
  type Broken,
  type Constraint,
  constraintOf,
  type GrowthAhead,
  type Judged,
  type Lasting,
  type NeighbourStep,
  type Objectives,
  type Plan,
  type PlanWithout,
  type ProfileName,
  type RuledOut,
} from '../../planner/index.ts';
import type { Problem } from '../../problem/index.ts';
import type { CpuBound } from '../../trace/index.ts';
import type { BackgroundAnswer } from '../plan/both-ways.ts';
import type { BillOfMany } from './bill-of-many.ts';
import { type TitledDatabase, titleOf } from './database-title.ts';

/** The answer of `tidemark plan` about many databases. */
export interface PortfolioAnswer {
  readonly of: number;
  /** In any order. Incomplete if the plan was interrupted. */
  readonly databases: readonly (PlannedDatabase | UnplannedDatabase)[];
  readonly currency: string;
  readonly profile: ProfileName;
  readonly objectives: Objectives;
  readonly worthwhile: number;
  /** Null if nobody asked how long recommendations last. */
  readonly growth: GrowthAhead | null;
  /** Null if no bill was given. */
  readonly bill: BillOfMany | null;
}

interface PlannedDatabase extends TitledDatabase {
  /** The hash of its job. */
  readonly key: string;
  readonly horizonMs: number;
  /** Whether its plan of the service allows changes of size. */
  readonly mayChangeSize: boolean;
  readonly plan: Plan;
  /** Null if the open points of the fact set rule out nothing cheaper. */
  readonly ruledOut: RuledOut | null;
  /** Null if nobody asked, or if there is no recommendation. */
  readonly lasting: Lasting | null;
  /** Null if there is no background activity, or no recommendation. */
  readonly background: BackgroundAnswer | null;
  /** The plan without the measured memory. Null if memory cannot decide, or if there is no recommendation. */
  readonly withoutMemory: PlanWithout | null;
  /** The upper bound of CPU that was planned for. Null if CPU was measured, or follows from what was given. */
  readonly cpuBound: CpuBound | null;
}

export interface UnplannedDatabase extends TitledDatabase {
  readonly problems: readonly Problem[];
  /** Whether the file is valid but has no values, which is not a failure. */
  readonly isWithoutData: boolean;
}

/** A row about one database. Costs are in millionths a month. */
export interface PortfolioRow extends PlannedDatabase {
  /** Null if the current configuration is unknown. */
  readonly costNow: number | null;
  /** Null if no configuration meets all objectives. */
  readonly costThen: number | null;
  readonly saving: number | null;
  readonly binding: Binding | null;
}

/** The neighbour that would save the most, and the objective that it breaks. */
interface Binding extends Broken {
  readonly step: NeighbourStep;
  readonly constraint: Constraint;
}

/** The largest saving first. Databases without a known saving follow, the most expensive first. */
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

/** Compares by code units, so that the order is the same on every machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
