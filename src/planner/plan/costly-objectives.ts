import type { RunTotals, Simulation } from '../../simulator/index.ts';
import { measuredCompute, withConfiguration } from '../configurations/configuration.ts';
import { AMOUNTS, type Amount, MARKS } from '../objectives/amounts.ts';
import { type Judged, judged } from '../objectives/judged.ts';
import type { ObjectiveName } from '../objectives/objectives.ts';
import { Robustness } from '../robust/robustness.ts';
import type { WorkUnder } from '../search/conditions.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { bestFirst } from '../search/search.ts';
import { type Watch, watchedRun } from '../timing/watched-run.ts';
import type { PlanQuestion } from './plan-question.ts';

/** An objective that makes the plan much dearer by itself. */
export interface CostlyObjective {
  readonly objective: ObjectiveName;
  /** The cheapest configuration that breaks this objective and no other. */
  readonly by: Judged;
  /**
   * What the objective costs a month: the price of the cheapest configuration that meets all objectives, less that of
   * `by`.
   */
  readonly costPerMonth: number;
  /** In how many minutes `by` breaks it, of those in which it does anything; null: it is broken by no minute. */
  readonly minutes: { readonly broken: number; readonly busy: number } | null;
}

/**
 * The objectives without which a much cheaper configuration would be chosen, the dearest first. Every configuration
 * that is cheaper than the cheapest one that meets all objectives has been run to its end. null: somebody did not want
 * to wait.
 */
export async function costlyObjectives(
  { simulation, objectives }: Pick<PlanQuestion, 'simulation' | 'objectives'>,
  evaluated: readonly Evaluated[],
  cheapest: Judged | null,
  workUnder: WorkUnder,
): Promise<CostlyObjective[] | null> {
  if (cheapest === null) return [];
  const price = cheapest.outcome.costPerMonth;
  const most = price - Math.max(MUCH, MUCH_SHARE * price);
  const breaking = new Map<ObjectiveName, Judged[]>();
  for (const one of [...evaluated].sort(bestFirst(null))) {
    const { broken } = judged(one, objectives);
    const [only, ...others] = broken;
    if (only === undefined || others.length > 0 || one.outcome.costPerMonth > most) continue;
    breaking.set(only.objective, [...(breaking.get(only.objective) ?? []), { ...one, broken }]);
  }
  const found: CostlyObjective[] = [];
  for (const [objective, all] of breaking) {
    // The others are kept under every condition.
    const robust = new Robustness(
      { simulation, objectives: { ...objectives, [objective]: null } },
      workUnder,
    );
    const held = await robust.firstHolding(all);
    if (held === null) return null;
    for (const by of held)
      found.push({
        objective,
        by,
        costPerMonth: price - by.outcome.costPerMonth,
        minutes: minutesOf(simulation, by),
      });
  }
  return found.sort((one, other) => other.costPerMonth - one.costPerMonth);
}

/** In the currency of the prices, a month. */
const MUCH = 5;
const MUCH_SHARE = 0.2;

function minutesOf(simulation: Simulation, { configuration, broken }: Judged): CostlyObjective['minutes'] {
  const [only] = broken;
  const amount = only === undefined || MARKS.has(only.objective) ? null : AMOUNTS[only.objective];
  if (only === undefined || amount === null) return null;
  const watch = new MinuteCount(amount, only.bound);
  watchedRun(withConfiguration(simulation, configuration), [watch]);
  return { broken: watch.broken, busy: watch.busy };
}

class MinuteCount implements Watch {
  readonly isAwaiting = true;
  broken = 0;
  busy = 0;
  private before = 0;
  private cpuMsBefore = 0;
  private readonly amount: Amount;
  private readonly bound: number;

  constructor(amount: Amount, bound: number) {
    this.amount = amount;
    this.bound = bound;
  }

  minute(run: RunTotals): void {
    const cpuMs = measuredCompute(run).cpu.usedCpuMsAt(run.nowMs);
    const amount = this.amount(run, this.bound);
    const isBroken = amount > this.before;
    if (isBroken) this.broken++;
    if (isBroken || cpuMs > this.cpuMsBefore) this.busy++;
    this.before = amount;
    this.cpuMsBefore = cpuMs;
  }

  hour(): void {}
}
