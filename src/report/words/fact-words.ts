import {
  type FactKey,
  type FactSet,
  type FactValues,
  type FurtherFacts,
  takenFacts,
} from '../../facts/index.ts';

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

const FURTHER_FACT_WORDS: Readonly<Record<keyof FurtherFacts, string>> = {
  freePlanTransferGb: 'transfer on the free plan',
  snapshots: 'snapshots',
  privateTransfer: 'private transfer',
  branches: 'branches',
  storageRule: 'what is billed as storage',
  storageQuotaGb: 'the storage quota',
  restoreWindow: 'the restore window',
  agentPlan: 'the agent plan',
  activeComputes: 'computes active at once',
  consumptionHistory: 'the consumption history',
  measuredWake: 'wake times that others measured',
};

export const ALL_FACT_WORDS: Readonly<Record<FactKey, string>> = { ...FACT_WORDS, ...FURTHER_FACT_WORDS };

/** Rules that one fact set leaves open and another states, by fact and field. */
export const RULE_WORDS: Readonly<Record<string, (value: unknown) => string>> = {
  'autoscaling.widestSpreadCu': (cu) => `a range may span at most ${cu} CU`,
  sizesAboveAutoscalingSleep: () => 'sizes above the autoscaling range never scale to zero',
};

/** Names the facts that the set took from another one. Null if there are none. */
export function takenSentence(facts: FactSet): string | null {
  const taken = takenFacts(facts);
  if (taken.length === 0) return null;
  const sets = [...new Set(taken.map((key) => facts[key].takenFrom))];
  const parts = sets.map((from) => {
    const words = taken.filter((key) => facts[key].takenFrom === from).map((key) => FACT_WORDS[key]);
    return `taken from ${from}: ${words.join(', ')}`;
  });
  return `Not stated by ${facts.name} and ${parts.join('; ')}.`;
}
