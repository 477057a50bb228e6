import type { Simulation } from '../simulator/index.ts';

/**
 * Makes a document of an answer about one simulation. The document keeps only the span, the seed, the facts
 * and the prices.
 */
export function answerDocument<Answer extends { readonly simulation: Simulation }>(
  schema: string,
  version: number,
  { simulation, ...answer }: Answer,
) {
  return {
    schema,
    version,
    from: new Date(simulation.startMs).toISOString(),
    until: new Date(simulation.startMs + simulation.horizonMs).toISOString(),
    seed: simulation.seed,
    facts: simulation.facts.name,
    plan: simulation.plan,
    currency: simulation.prices.currency,
    ...answer,
  };
}
