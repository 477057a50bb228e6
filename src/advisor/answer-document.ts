import type { Simulation } from '../simulator/index.ts';

/**
 * An answer about one simulation as a document: of the simulation itself it says what it was, and not all that it
 * holds.
 */
export function answerDocument<Answer extends { readonly simulation: Simulation }>(
  schema: string,
  { simulation, ...answer }: Answer,
) {
  return {
    schema,
    version: 2,
    from: new Date(simulation.startMs).toISOString(),
    until: new Date(simulation.startMs + simulation.horizonMs).toISOString(),
    seed: simulation.seed,
    facts: simulation.facts.name,
    plan: simulation.plan,
    currency: simulation.prices.currency,
    ...answer,
  };
}
