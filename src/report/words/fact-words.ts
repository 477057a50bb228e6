import { type FactSet, type FactValues, takenFacts } from '../../facts/index.ts';

/** The name of each fact in a sentence. */
export const FACT_WORDS: Readonly<Record<keyof FactValues, string>> = {
  listedSizesCu: 'the list of sizes',
  ramGibPerCu: 'RAM',
  sharedSizesCu: 'which sizes are shared',
  sharedBurstFactor: 'the burst of shared sizes',
  localFileCache: 'the local file cache',
  maxConnections: 'max_connections',
  connectionsMinimumFactor: 'the 8 x rule',
  reservedConnections: 'reserved connections',
  pooledClients: 'pooled clients',
  poolShare: 'the pool size',
  queryWaitTimeoutMs: 'the query wait timeout',
  temporaryDisk: 'the temporary disk',
  autoscaling: 'the autoscaling range',
  sizesAboveAutoscalingSleep: 'sleep above the autoscaling range',
  suspendDefaultMs: 'the suspend timeout',
  suspendBounds: 'the bounds of the suspend timeout',
  wakeMs: 'the wake time',
  freePlanSizes: 'sizes on the free plan',
  launchPlanSizes: 'sizes on the launch plan',
  scalePlanSizes: 'sizes on the scale plan',
  suspendChoices: 'timeouts by plan',
  quotaCuHours: 'the free quota',
  prices: 'prices',
};

/** Rules that one fact set leaves open and another states, by fact and field. */
export const RULE_WORDS: Readonly<Record<string, (value: unknown) => string>> = {
  'autoscaling.widestSpreadCu': (cu) => `a range may span at most ${cu} CU`,
  sizesAboveAutoscalingSleep: () => 'sizes above the autoscaling range never scale to zero',
};

/** Names the facts that the set took from another one. Null if there are none. */
export function takenSentence(facts: FactSet): string | null {
  const taken = takenFacts(facts);
  const from = taken[0] === undefined ? undefined : facts[taken[0]].takenFrom;
  if (from === undefined) return null;
  return `Not stated by ${facts.name} and taken from ${from}: ${taken.map((key) => FACT_WORDS[key]).join(', ')}.`;
}
