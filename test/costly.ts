/** How often a property is tried whose every run takes long. `npm run test:slow` tries each of them 1,000 times. */
export const COSTLY = { numRuns: Number(process.env.FC_RUNS ?? 40) };
