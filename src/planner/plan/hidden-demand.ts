import { maxConnections, type SizeSetting } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { Bound, CensoredDemand } from '../../trace/index.ts';
import { type Choices, candidateGroups } from '../configurations/candidates.ts';
import { type Configuration, sameConfiguration } from '../configurations/configuration.ts';
import type { WorkUnder } from '../search/conditions.ts';
import { searchPlan } from './plan.ts';
import type { PlanQuestion } from './plan-question.ts';

/** Of what was measured: samples so near to what there was that they say but "at least". */
interface LowerBounds {
  readonly hiddenDemand: Pick<CensoredDemand, 'samples' | 'busy' | 'capacityCu'> | null;
  readonly bounds: readonly Bound[];
}

/** The same if what was measured of memory is left out. */
export function withoutMemoryBounds({ hiddenDemand, bounds }: LowerBounds): LowerBounds {
  return { hiddenDemand, bounds: bounds.filter(({ quantity }) => quantity !== 'memory') };
}

/** More of the busy samples than this, and nothing is known of sizes below what there was. */
const MOST_CENSORED = 0.01;

/** Whether so many samples are lower bounds that nothing is known of less than there was. */
export function areMany({ samples, of }: { readonly samples: number; readonly of: number }): boolean {
  return samples > MOST_CENSORED * of;
}

/**
 * Without what has less than there was, where too many samples show no more than that; where none that may be chosen
 * has as much, those that have most. Memory and the cache follow from the maximum, as CPU does.
 */
export function knownChoices(
  choices: Choices,
  simulation: Simulation,
  { hiddenDemand, bounds }: LowerBounds,
  current: Configuration | null,
): Choices {
  const many = bounds.filter(areMany);
  const cpu =
    hiddenDemand !== null && areMany({ samples: hiddenDemand.samples, of: hiddenDemand.busy })
      ? [hiddenDemand]
      : [];
  const sizes = [...cpu, ...many.filter(({ quantity }) => quantity !== 'connections')];
  const connections = many.filter(({ quantity }) => quantity === 'connections');
  let known = choices;
  if (sizes.length > 0) {
    const most = current?.size.maxCu ?? Math.max(...sizes.map(({ capacityCu }) => capacityCu ?? 0));
    known = { ...known, leastMaximumCu: leastOf(simulation, known, most, ({ maxCu }) => maxCu) };
  }
  if (connections.length > 0) {
    const allowed = ({ minCu, maxCu }: SizeSetting) => maxConnections(simulation.facts, minCu, maxCu);
    const most =
      current === null ? Math.max(...connections.map(({ limit }) => limit ?? 0)) : allowed(current.size);
    known = { ...known, leastConnections: leastOf(simulation, known, most, allowed) };
  }
  return known;
}

/** The least of what may be chosen that is as much; where nothing is, the most of it. */
function leastOf(
  simulation: Simulation,
  choices: Choices,
  most: number,
  of: (size: SizeSetting) => number,
): number | undefined {
  const all = candidateGroups(simulation, choices)
    .flatMap((group) => group.map(({ size }) => of(size)))
    .sort((one, other) => one - other);
  return all.find((one) => one >= most) ?? all.at(-1);
}

/** By how much demand may have been higher where samples are lower bounds. */
export const UPLIFTS = [1.5, 2] as const;

/** What would be chosen if it was. */
export interface UpliftedChoice {
  readonly by: number;
  /** null: nothing meets all objectives. */
  readonly configuration: Configuration | null;
  readonly costPerMonth: number | null;
  readonly isSame: boolean;
}

/** @param chosen what is chosen of the demand as it was seen; null: nothing */
export async function upliftedChoice(
  question: PlanQuestion,
  by: number,
  chosen: Configuration | null,
  work: WorkUnder,
): Promise<UpliftedChoice | null> {
  const { recommendation, isWhole } = await searchPlan({ ...question, isBrief: true }, work);
  if (!isWhole) return null;
  const configuration = recommendation?.configuration ?? null;
  return {
    by,
    configuration,
    costPerMonth: recommendation?.outcome.costPerMonth ?? null,
    isSame:
      configuration === null || chosen === null
        ? configuration === chosen
        : sameConfiguration(configuration, chosen),
  };
}
