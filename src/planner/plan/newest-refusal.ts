import {
  type FactSet,
  newestFacts,
  type PlanName,
  sizeProblems,
  suspendProblems,
} from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { isAccepted } from '../configurations/accepted.ts';
import type { Configuration } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import type { Outcome } from '../objectives/outcome.ts';
import { AS_ASKED, type WorkUnder } from '../search/conditions.ts';
import type { PlanQuestion } from './plan-question.ts';

/** Why the newest shipped fact set refuses a configuration, and the nearest one that it allows. */
interface NewestRefusal {
  /** The name of the newest fact set. */
  readonly facts: string;
  readonly reasons: readonly string[];
  /** Null if it allows none. */
  readonly nearest: Configuration | null;
}

/** A refusal, with the outcome of the nearest allowed configuration. */
export interface PricedRefusal extends Omit<NewestRefusal, 'nearest'> {
  readonly nearest: { readonly configuration: Configuration; readonly outcome: Outcome } | null;
}

/**
 * Returns null if the newest fact set allows the recommendation, or if there is none. Else it evaluates the nearest
 * configuration that the set allows, by the facts and prices of the question.
 */
export async function refusalOf(
  { simulation, objectives }: Pick<PlanQuestion, 'simulation' | 'objectives'>,
  recommendation: Judged | null,
  workUnder: WorkUnder,
): Promise<PricedRefusal | null> {
  const refusal = recommendation === null ? null : newestRefusal(simulation, recommendation.configuration);
  if (refusal === null) return null;
  const { nearest, ...rest } = refusal;
  if (nearest === null) return { ...rest, nearest };
  const within = { objectives, mostCost: Number.POSITIVE_INFINITY };
  const [[evaluated] = []] = (await workUnder(AS_ASKED)([[nearest]], within)).map((one) => one ?? []);
  return {
    ...rest,
    nearest: evaluated === undefined ? null : { configuration: nearest, outcome: evaluated.outcome },
  };
}

/** Returns null if the newest fact set of the service allows the configuration. */
export function newestRefusal(
  { facts, plan }: Pick<Simulation, 'facts' | 'plan'>,
  configuration: Configuration,
): NewestRefusal | null {
  const newest = newestFacts(facts);
  if (newest === facts) return null;
  const { size, suspendAfterMs } = configuration;
  const problems = [
    ...sizeProblems(newest, plan, size, { min: '', max: '' }),
    ...suspendProblems(newest, plan, suspendAfterMs, size.maxCu, ''),
  ];
  if (problems.length === 0) return null;
  return {
    facts: newest.name,
    reasons: [...new Set(problems.map(({ found }) => found))],
    nearest: nearestAllowed(newest, plan, configuration),
  };
}

/** The allowed configuration with the least change of both ends of the range, and then of the timeout. */
function nearestAllowed(facts: FactSet, plan: PlanName, configuration: Configuration): Configuration | null {
  const { size, suspendAfterMs } = configuration;
  const listed = facts.listedSizesCu.value;
  const choice = facts.suspendChoices.value[plan];
  const timeouts = new Set([
    suspendAfterMs,
    facts.suspendDefaultMs.value,
    ...(choice.kind === 'any or off' ? [choice.lowestMs] : []),
    null,
  ]);
  const change = (minCu: number, maxCu: number) =>
    Math.abs(minCu - size.minCu) + Math.abs(maxCu - size.maxCu);
  const sizes = listed
    .flatMap((minCu) => listed.filter((maxCu) => maxCu >= minCu).map((maxCu) => ({ minCu, maxCu })))
    .sort(
      (one, other) =>
        change(one.minCu, one.maxCu) - change(other.minCu, other.maxCu) || other.maxCu - one.maxCu,
    );
  for (const nearSize of sizes) {
    for (const timeout of timeouts) {
      const near = { ...configuration, size: nearSize, suspendAfterMs: timeout };
      if (isAccepted(facts, plan, near)) return near;
    }
  }
  return null;
}
