import { MICROS } from '../../../facts/index.ts';
import {
  type Broken,
  type Constraint,
  constraintOf,
  isAtLittleRisk,
  type Judged,
  type NeighbourStep,
  type Plan,
  type PlanWithout,
  type Uncertainty,
} from '../../../planner/index.ts';
import { Packing, unpacked } from './packed.ts';
import type { ListedTitle, PlannedDatabase } from './planned-database.ts';
import { type ReasonCode, reasonCodesOf } from './reasons.ts';
import { type Severity, severityOf } from './severity.ts';

/** The kept part of the plan of one of many databases. Costs are in millionths a month. */
export interface PortfolioRow
  extends ListedTitle,
    Pick<PlannedDatabase, 'key' | 'horizonMs' | 'mayChangeSize'> {
  readonly verdict: Plan['verdict'];
  readonly basis: Plan['basis'];
  /** Null if the current configuration is unknown. */
  readonly costNow: number | null;
  /** Null if no configuration meets all objectives. */
  readonly costThen: number | null;
  readonly saving: number | null;
  readonly severity: Severity;
  readonly reasonCodes: readonly ReasonCode[];
  readonly risk: RiskReason | null;
  /** Sections of the answer that are about this database, so that others need not make its details. */
  readonly sections: readonly RowSection[];
  /** The first month in which the recommendation breaks an objective. Null if it lasts, or if nobody asked. */
  readonly breaksIn: string | null;
  /** Makes the details anew each time, because together they would fill the memory. */
  details(): RowDetails;
}

/**
 * Why a database needs attention. `none`: no configuration meets all objectives; `broken`: the current one does not;
 * `months`: future months may not; `short`: too few days to tell.
 */
export type RiskReason = 'none' | 'broken' | 'months' | 'short';

/** Details that only some databases have. */
type RowSection = 'options' | 'ruledOut' | 'refused' | 'background' | 'withoutMemory' | 'cpuBound';

/** Configurations with what they cost and break, without details of their runs. */
export interface RowDetails
  extends Pick<
    PlannedDatabase,
    'ruledOut' | 'refused' | 'lasting' | 'background' | 'withoutMemory' | 'cpuBound'
  > {
  readonly current: Judged | null;
  readonly recommendation: Judged | null;
  /** If no configuration meets all objectives, what the nearest one breaks. */
  readonly nearestBroken: readonly Broken[];
  readonly options: Plan['options'];
  readonly binding: Binding | null;
  readonly uncertainty: Uncertainty | null;
  readonly relaxations: readonly Pick<Plan['relaxations'][number], 'objective' | 'bound'>[];
}

/** The neighbour that would save the most, and the objective that it breaks. */
interface Binding extends Broken {
  readonly step: NeighbourStep;
  readonly constraint: Constraint;
}

/** Returns a function that makes rows of plans. Its rows share what they have in common. */
export function rowMaker(): (database: PlannedDatabase) => PortfolioRow {
  const packing = new Packing();
  return (database) => {
    const { name, project, file, tags, member, key, horizonMs, mayChangeSize, plan, lasting } = database;
    const [costNow, costThen] = [microsOf(plan.current), microsOf(plan.recommendation)];
    const details = detailsOf(database);
    const packed = packing.packed(details);
    return {
      name,
      project,
      file,
      tags: packing.shared(tags),
      member,
      key,
      horizonMs,
      mayChangeSize,
      verdict: plan.verdict,
      basis: packing.shared(plan.basis),
      costNow,
      costThen,
      saving: costNow === null || costThen === null ? null : costNow - costThen,
      severity: severityOf(plan, lasting),
      reasonCodes: packing.shared(reasonCodesOf(database)),
      risk: riskOf(plan),
      sections: packing.shared(sectionsOf(details)),
      breaksIn: lasting?.breaks?.month ?? null,
      details: () => unpacked(packed),
    };
  };
}

function sectionsOf({ options, ...details }: RowDetails): RowSection[] {
  const own = (['ruledOut', 'refused', 'background', 'withoutMemory', 'cpuBound'] as const).filter(
    (name) => details[name] !== null,
  );
  return options.length === 0 ? own : ['options', ...own];
}

function detailsOf({
  plan,
  ruledOut,
  refused,
  lasting,
  background,
  withoutMemory,
  cpuBound,
}: PlannedDatabase): RowDetails {
  return {
    current: short(plan.current),
    recommendation: short(plan.recommendation),
    nearestBroken: plan.nearest?.broken ?? [],
    options: plan.options.map((option) => ({ ...option, recommendation: short(option.recommendation) })),
    binding: bindingOf(plan),
    uncertainty: plan.uncertainty.recommendation,
    relaxations: plan.relaxations.map(({ objective, bound }) => ({ objective, bound })),
    ruledOut: ruledOut && { ...short(ruledOut), rules: ruledOut.rules },
    refused,
    lasting,
    background: shortWithout(background),
    withoutMemory: shortWithout(withoutMemory),
    cpuBound,
  };
}

function shortWithout<Without extends PlanWithout>(other: Without | null): Without | null {
  return (
    other && {
      ...other,
      recommendation: short(other.recommendation),
      asRecommended: short(other.asRecommended),
      current: short(other.current),
    }
  );
}

function short(judged: Judged): Judged;
function short(judged: Judged | null): Judged | null;
function short(judged: Judged | null): Judged | null {
  if (judged === null) return null;
  const { configuration, outcome, isRun, broken } = judged;
  return { configuration, outcome, isRun, broken };
}

function riskOf({ verdict, current, uncertainty, recommendation }: Plan): RiskReason | null {
  if (recommendation === null) return 'none';
  if (current !== null && current.broken.length > 0) return 'broken';
  const { feasible } = uncertainty.recommendation ?? { feasible: 1 };
  if (feasible === null) return verdict === 'keep' ? null : 'short';
  return isAtLittleRisk(feasible) ? null : 'months';
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
