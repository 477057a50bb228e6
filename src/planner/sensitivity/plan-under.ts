import type { Simulation } from '../../engine/index.ts';
import { QUARTER_CU_MS_PER_CU_HOUR } from '../../facts/index.ts';
import { costFloor } from '../bounds/cost-floor.ts';
import type { PlanQuestion } from '../plan/plan-question.ts';
import { verdictOf } from '../plan/verdict.ts';
import type { Judged } from '../promises/judged.ts';
import { costPerMonth } from '../promises/outcome.ts';
import { keeps } from '../promises/promises.ts';
import { type Held, Robustness } from '../robust/robustness.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { groupsOf } from '../settings/candidates.ts';
import type { Setting } from '../settings/setting.ts';
import { ASSUMPTIONS, type Assumed, type AssumptionKind } from './assumptions.ts';
import type { AssumptionChange } from './change.ts';
import { flagValue } from './flag-value.ts';
import { Tries, type TryOut, workUnderBy } from './tries.ts';

/** What a plan would say if an assumption were otherwise. */
export interface PlanUnder {
  readonly assumed: Assumed;
  /** The same as a flag has it, and a price as a price list does; null: of several loads each has another. */
  readonly value: string | null;
  /**
   * What a plan that is asked with this value recommends, with the choice as what is set if anything was set; null:
   * nothing would keep all promises.
   */
  readonly choice: Judged | null;
  /** What the choice as it is would come to. */
  readonly asChosen: Judged;
  /** The choice as it is would break a promise, or another one would save more than is worth a change. */
  readonly isFlip: boolean;
}

/** The choice of a plan, and all settings that were evaluated for it, the best first. */
export interface PlanKnown {
  readonly choice: Judged;
  readonly evaluated: readonly Evaluated[];
  /** What the plan has found of stresses. */
  readonly held: Held;
}

/**
 * Plans the changed simulation, by fewer and shorter runs than a search takes. The known choice is run first.
 * It bounds the cost of all others: a group with a higher minimum cost is not run, and a run ends once it costs more or has
 * broken a promise. null: somebody did not want to wait.
 */
export async function planUnder(
  question: PlanQuestion,
  simulation: Simulation,
  change: AssumptionChange,
  known: PlanKnown,
  tryOut: TryOut,
): Promise<PlanUnder | null> {
  const { promises, choices, worthwhile, present: isSet } = question;
  const conditions = [change];
  const kind: AssumptionKind = ASSUMPTIONS[change.assumption];
  const robust = new Robustness(
    { simulation: question.simulation, promises, conditions },
    workUnderBy(tryOut),
    known.held,
  );
  const tries = new Tries(change, promises, presentOf(isSet, known), { tryOut, robust });
  for (const one of [...known.evaluated, known.choice])
    if (kind.showsIn?.(simulation, one.setting) === false) tries.take(retold(one, simulation, kind));
  if (!(await tries.run([[known.choice.setting]], null))) return null;
  const asChosen = await tries.judged(known.choice.setting);
  if (asChosen === null) return null;
  const present = isSet === null ? null : asChosen;
  const worth =
    present === null || present.broken.length > 0 ? Number.POSITIVE_INFINITY : worthCost(present, worthwhile);
  const mostCost = () => Math.min(worth, tries.best?.outcome.costPerMonth ?? Number.POSITIVE_INFINITY);

  // The next best of the plan is likely to be among the best here. What is cheaper than its choice it has refused.
  const next = known.evaluated.filter(
    ({ outcome }) => keeps(outcome, promises) && outcome.costPerMonth >= known.choice.outcome.costPerMonth,
  );
  for (const { setting } of next.slice(0, NEXT)) {
    if (mostCost() < Number.POSITIVE_INFINITY) break;
    if (!(await tries.run([[setting]], { promises, mostCost: mostCost() }))) return null;
  }

  const floorOf = costFloor(simulation);
  const groups = groupsOf(simulation, choices)
    .map((group) => group.map((setting) => ({ setting, floor: floorOf(setting) })))
    .map((settings) => ({ settings, floor: Math.min(...settings.map(({ floor }) => floor)) }))
    .sort((one, other) => one.floor - other.floor);
  for (let at = 0; at < groups.length; at += WAVE) {
    const most = mostCost();
    const wave = groups.slice(at, at + WAVE).filter(({ floor }) => floor <= most);
    if (wave.length === 0) break;
    const within = wave.map(({ settings }) => settings.filter(({ floor }) => floor <= most));
    const left = within.map((settings) => settings.map(({ setting }) => setting));
    if (!(await tries.run(left, { promises, mostCost: most }))) return null;
  }
  const cheapest = tries.best === null ? null : { ...tries.best, broken: [] };
  return {
    assumed: kind.of(simulation) ?? null,
    value: flagValue(simulation, change.assumption),
    choice: verdictOf(worthwhile, cheapest, present).choice,
    asChosen,
    isFlip: verdictOf(worthwhile, cheapest, asChosen).verdict !== 'keep',
  };
}

/** Once something is set, the recommendation takes its place. */
export function presentOf(isSet: Setting | null, { choice }: Pick<PlanKnown, 'choice'>): Setting | null {
  return isSet === null ? null : choice.setting;
}

/** What another may cost to be worth a change: a hair more, for shares are rounded. Nothing undercuts what is free. */
function worthCost({ outcome }: Judged, worthwhile: number): number {
  return outcome.costPerMonth === 0 ? -1 : outcome.costPerMonth * (1 - worthwhile) * (1 + 1e-9);
}

/** Groups that are tried at a time: what the last have found makes the next ones shorter. */
const WAVE = 4;
const NEXT = 8;

/** The same run, as it is told where it costs something else, or where what is told otherwise is known. */
function retold(one: Evaluated, simulation: Simulation, kind: AssumptionKind): Evaluated {
  const quarterCuMs = Math.round(one.outcome.cuHours * QUARTER_CU_MS_PER_CU_HOUR);
  const cost = costPerMonth(simulation, { quarterCuMs, ms: simulation.horizonMs });
  const told = kind.retold?.(one.outcome, simulation);
  return { ...one, outcome: { ...one.outcome, ...told, costPerMonth: cost } };
}
