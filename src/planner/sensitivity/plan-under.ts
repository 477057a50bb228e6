import type { Simulation } from '../../engine/index.ts';
import { QUARTER_CU_MS_PER_CU_HOUR } from '../../facts/index.ts';
import { groupsOf } from '../candidates.ts';
import { costFloor } from '../cost-floor.ts';
import type { Evaluated } from '../evaluate.ts';
import { type Judged, judged } from '../judged.ts';
import { costPerMonth } from '../outcome.ts';
import type { PlanQuestion } from '../plan.ts';
import { verdictOf } from '../verdict.ts';
import { ASSUMPTIONS, type Assumed, type AssumptionKind } from './assumptions.ts';
import type { Change } from './change.ts';
import { Tries, type TryOut } from './tries.ts';

/** What a plan would say if an assumption were otherwise. */
export interface PlanUnder {
  readonly assumed: Assumed;
  /** null: nothing would keep all promises. */
  readonly choice: Judged | null;
  /** What the choice as it is would come to. */
  readonly asChosen: Judged;
  /** The choice would be another one, or none. */
  readonly isFlip: boolean;
}

/** The choice of a plan, and all settings that were evaluated for it, the best first. */
export interface PlanKnown {
  readonly choice: Judged;
  readonly evaluated: readonly Evaluated[];
}

/**
 * The choice of a plan of the changed simulation, by fewer and shorter runs than its search would take: what the known
 * choice comes to there is what another may cost at most, so that groups that cost more at least are not run, and runs
 * end once they cost more or have broken a promise. null: somebody did not want to wait.
 */
export async function planUnder(
  { promises, choices, worthwhile }: Omit<PlanQuestion, 'present'>,
  simulation: Simulation,
  change: Change,
  known: PlanKnown,
  tryOut: TryOut,
): Promise<PlanUnder | null> {
  const kind: AssumptionKind = ASSUMPTIONS[change.assumption];
  const tries = new Tries(change, promises, known.choice.setting, tryOut);
  for (const one of [...known.evaluated, known.choice])
    if (kind.showsIn?.(simulation, one.setting) === false) tries.take(retold(one, simulation, kind));
  if (!(await tries.run([[known.choice.setting]], null))) return null;
  const asChosen = tries.judged(known.choice.setting);
  const worth = asChosen.broken.length > 0 ? Number.POSITIVE_INFINITY : worthCost(asChosen, worthwhile);
  const mostCost = () => Math.min(worth, tries.best?.outcome.costPerMonth ?? Number.POSITIVE_INFINITY);

  // The next best of the plan is likely to be among the best here.
  const next = known.evaluated.filter((one) => judged(one, promises).broken.length === 0);
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
  const cheapest = tries.best === null ? null : judged(tries.best, promises);
  const { verdict, choice } = verdictOf(worthwhile, cheapest, asChosen);
  return { assumed: kind.of(simulation) ?? null, choice, asChosen, isFlip: verdict !== 'keep' };
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
