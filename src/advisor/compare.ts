import {
  comparisonOf,
  newestRefusal,
  type Objectives,
  outcomeOf,
  type PricedRefusal,
  type ProfileName,
  withConfiguration,
  withWhenDiffers,
} from '../planner/index.ts';
import { type Compared, type ComparisonAnswer, comparePage } from '../report/index.ts';
import { Run } from '../simulator/index.ts';
import type { Asking } from './asking.ts';
import { type FigureLimit, limitsPassed } from './limits.ts';
import { advanceInParts } from './simulate/advance-in-parts.ts';

interface CompareRequest {
  readonly profile: ProfileName;
  readonly objectives: Objectives;
  /** Bounds on the figures of B. */
  readonly limits: readonly FigureLimit[];
  /** The resource of Terraform that changes from A to B. Null if none does. */
  readonly resource: string | null;
}

/** Runs A and B and compares their outcomes. Each has one compute. */
export async function compare(a: Compared, b: Compared, request: CompareRequest, asking: Asking) {
  const { profile, objectives, limits, resource } = request;
  const outcomes = [];
  for (const [i, { simulation }] of [a, b].entries()) {
    const run = new Run(simulation);
    await advanceInParts(run, asking, (share) => asking.progress('comparing', i + share, 2));
    asking.signal.throwIfAborted();
    outcomes.push({ simulation, outcome: outcomeOf(run) });
  }
  const [ranA, ranB] = outcomes as [(typeof outcomes)[0], (typeof outcomes)[0]];
  const comparison = withWhenDiffers(comparisonOf(ranA, ranB, objectives), a.simulation, b.simulation);
  const answer: ComparisonAnswer = {
    ...comparison,
    refused: {
      a: await refusalOf(a, comparison.a, asking),
      b: await refusalOf(b, comparison.b, asking),
    },
    of: { a, b },
    resource,
    profile,
    objectives,
    passed: limitsPassed(ranB.outcome, limits, ranA.outcome, b.simulation.prices.currency),
  };
  return documentOf(answer);
}

/** Runs the nearest configuration that the newest fact set allows, if it refuses this one. */
async function refusalOf(
  { simulation }: Compared,
  { configuration }: ComparisonAnswer['a'],
  asking: Asking,
): Promise<PricedRefusal | null> {
  const refusal = newestRefusal(simulation, configuration);
  if (refusal === null) return null;
  const { nearest, ...rest } = refusal;
  if (nearest === null) return { ...rest, nearest };
  const run = new Run(withConfiguration(simulation, nearest));
  await advanceInParts(run, asking, () => {});
  asking.signal.throwIfAborted();
  return { ...rest, nearest: { configuration: nearest, outcome: outcomeOf(run) } };
}

function documentOf(answer: ComparisonAnswer) {
  const { of, a, b, ...rest } = answer;
  return {
    schema: 'tidemark/comparison',
    version: 2,
    currency: of.b.simulation.prices.currency,
    a: sideOf(of.a, a),
    b: sideOf(of.b, b),
    ...rest,
    page: comparePage(answer),
  };
}

function sideOf({ file, changes, simulation, notes }: Compared, judged: ComparisonAnswer['a']) {
  const { configuration, outcome, broken } = judged;
  return {
    file,
    changes,
    from: new Date(simulation.startMs).toISOString(),
    until: new Date(simulation.startMs + simulation.horizonMs).toISOString(),
    seed: simulation.seed,
    facts: simulation.facts.name,
    plan: simulation.plan,
    configuration,
    outcome,
    broken,
    notes,
  };
}
