/**
 * How often a property is tried: `quick` times by `npm test`, and `thorough` times by `npm run test:slow`, which sets
 * FC_RUNS to 1000. Another FC_RUNS changes `thorough` in proportion.
 */
export function runs(quick: number, thorough = 1000): { readonly numRuns: number } {
  const asked = process.env.FC_RUNS;
  return {
    numRuns: asked === undefined ? quick : Math.max(1, Math.round((thorough * Number(asked)) / 1000)),
  };
}
