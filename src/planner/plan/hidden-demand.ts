import { maxConnections, type SizeSetting } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { Bound, CensoredDemand } from '../../trace/index.ts';
import { type Choices, candidateGroups } from '../configurations/candidates.ts';
import { type Configuration, sameConfiguration } from '../configurations/configuration.ts';
import type { WorkUnder } from '../search/conditions.ts';
import { searchPlan } from './plan.ts';
import type { PlanQuestion } from './plan-question.ts';

/** Samples so close to the capacity of the measured server that they are only lower bounds. */
interface LowerBounds {
  readonly hiddenDemand: Pick<CensoredDemand, 'samples' | 'busy' | 'capacityCu'> | null;
  readonly bounds: readonly Bound[];
}

/** The same bounds for a plan that leaves out measured memory. */
export function withoutMemoryBounds({ hiddenDemand, bounds }: LowerBounds): LowerBounds {
  return { hiddenDemand, bounds: bounds.filter(({ quantity }) => quantity !== 'memory') };
}

/** If a larger share of the busy samples are lower bounds, the trace says nothing about smaller sizes. */
const MOST_CENSORED = 0.01;

/** Whether so many samples are lower bounds that the trace says nothing about less capacity. */
export function areMany({ samples, of }: { readonly samples: number; readonly of: number }): boolean {
  return samples > MOST_CENSORED * of;
}

/**
 * Leaves out configurations with less capacity than the measured server, if too many samples were at its
 * capacity. If no allowed configuration has that much, only those with the most remain. Memory and the cache
 * follow from the maximum size, as CPU does.
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

/** The smallest allowed value that is at least `most`; the largest allowed value if none is. */
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

/** Factors by which demand may have been higher in samples that are lower bounds. */
export const UPLIFTS = [1.5, 2] as const;

/** The recommendation if demand was higher by a factor. */
export interface UpliftedChoice {
  readonly by: number;
  /** Null if no configuration meets all objectives. */
  readonly configuration: Configuration | null;
  readonly costPerMonth: number | null;
  readonly isSame: boolean;
}

/** @param chosen the recommendation for the demand as measured; null if there is none */
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
