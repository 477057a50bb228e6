import type { FactKey, FactValues } from './fact-values.ts';
import type { FurtherFacts } from './further-facts.ts';

/** The facts that every set has, in the order in which answers list them. */
export const FACT_KEYS = [
  'listedSizesCu',
  'ramGibPerCu',
  'sharedSizesCu',
  'sharedBurstFactor',
  'localFileCache',
  'maxConnections',
  'connectionsMinimumFactor',
  'reservedConnections',
  'pooledClients',
  'poolShare',
  'queryWaitTimeoutMs',
  'temporaryDisk',
  'autoscaling',
  'sizesAboveAutoscalingSleep',
  'suspendDefaultMs',
  'suspendBounds',
  'wakeMs',
  'freePlanSizes',
  'launchPlanSizes',
  'scalePlanSizes',
  'suspendChoices',
  'quotaCuHours',
  'prices',
] as const satisfies readonly (keyof FactValues)[];

const FURTHER_KEYS = [
  'freePlanTransferGb',
  'snapshots',
  'privateTransfer',
  'branches',
  'storageRule',
  'storageQuotaGb',
  'restoreWindow',
  'agentPlan',
  'activeComputes',
  'consumptionHistory',
  'measuredWake',
] as const satisfies readonly (keyof FurtherFacts)[];

export const ALL_FACT_KEYS: readonly FactKey[] = [...FACT_KEYS, ...FURTHER_KEYS];
