// Writes src/facts/shipped.ts: the fact sets of `facts/`, checked, for a program that reads no files.
import { writeFileSync } from 'node:fs';
import { shippedSets } from './shipped-sets.ts';

const sets = shippedSets('facts');
const names = Object.keys(sets);
writeFileSync(
  'src/facts/shipped.ts',
  `import type { FactSetHead, StatedFacts } from './fact-values.ts';

/** The names of the files in \`facts/\`. \`npm run facts\` writes this module from them. */
export const FACT_SET_NAMES = ${JSON.stringify(names)} as const;
export type FactSetName = (typeof FACT_SET_NAMES)[number];

/** The values that each file states. */
export const SHIPPED: Readonly<
  Record<FactSetName, { readonly head: FactSetHead; readonly facts: StatedFacts }>
> = ${JSON.stringify(sets, null, 2)};
`,
);
