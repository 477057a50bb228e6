const tries = Number(process.env.FC_RUNS ?? 100);

/** How often a property is tried whose every run takes long: `npm run test:slow` tries it as often as any other. */
export const COSTLY = { numRuns: tries };

/**
 * Stories of a service, which take longer still. Among very many some have a call in the very instant of a tick or of an
 * expiry, where nobody says which comes first, or ask again for a load that was refused: the service then tries at once,
 * the engine when its minute is over.
 */
export const STORIES = { numRuns: Math.min(tries, 300) };
