/** How often a property is tried whose every run takes long: `npm run test:slow` tries it as often as any other. */
export const COSTLY = { numRuns: Number(process.env.FC_RUNS ?? 100) };
