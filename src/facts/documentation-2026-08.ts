import type { Fact, FactValues } from './fact-values.ts';
import { LISTED_SIZES_CU } from './sizes.ts';
import { publicDocumentation } from './source.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from './units.ts';

/** The facts in the public documentation of August 2026, which states every fact that tidemark uses. */
export const documentation2026: { readonly [Key in keyof FactValues]: Fact<FactValues[Key]> } = {
  listedSizesCu: { value: LISTED_SIZES_CU, source: publicDocumentation('compute sizes') },
  ramGibPerCu: { value: 4, source: publicDocumentation('compute sizes') },
  sharedSizesCu: { value: [0.25, 0.5], source: publicDocumentation('compute sizes') },
  sharedBurstFactor: { value: 4, source: publicDocumentation('shared compute') },
  localFileCache: {
    value: { kind: 'after overheads', systemMib: 100, postgresMib: 256, divisor: 1.1, share: 0.75 },
    source: publicDocumentation('local file cache'),
  },
  maxConnections: {
    value: { kind: 'formula', perCu: 419.66, lowest: 100, highest: 4000 },
    source: publicDocumentation('connection limits'),
  },
  connectionsMinimumFactor: { value: 8, source: publicDocumentation('connection limits') },
  reservedConnections: { value: 7, source: publicDocumentation('connection limits') },
  pooledClients: { value: 10_000, source: publicDocumentation('connection pooling') },
  poolShare: { value: 0.9, source: publicDocumentation('connection pooling') },
  queryWaitTimeoutMs: { value: 120 * SECOND_MS, source: publicDocumentation('connection pooling') },
  temporaryDisk: {
    value: { floorGib: 20, gibPerMaximumCu: 15 },
    source: publicDocumentation('local disk'),
  },
  autoscaling: {
    value: { lowestCu: 0.25, highestCu: 16, widestSpreadCu: 8 },
    source: publicDocumentation('autoscaling'),
  },
  sizesAboveAutoscalingSleep: { value: false, source: publicDocumentation('scale to zero') },
  suspendDefaultMs: { value: 300 * SECOND_MS, source: publicDocumentation('scale to zero') },
  suspendBounds: {
    value: { lowestMs: 60 * SECOND_MS, highestMs: 7 * DAY_MS },
    source: publicDocumentation('management API, suspend_timeout_seconds'),
  },
  wakeMs: { value: 300, source: publicDocumentation('scale to zero') },
  freePlanSizes: {
    value: { autoscalingHighestCu: 2, fixedHighestCu: 2, changes: false },
    source: publicDocumentation('plans'),
  },
  launchPlanSizes: {
    value: { autoscalingHighestCu: 16, fixedHighestCu: 16, changes: true },
    source: publicDocumentation('plans'),
  },
  scalePlanSizes: {
    value: { autoscalingHighestCu: 16, fixedHighestCu: 56, changes: true },
    source: publicDocumentation('plans'),
  },
  suspendChoices: {
    value: {
      free: { kind: 'default only' },
      launch: { kind: 'default or off' },
      scale: { kind: 'any or off', lowestMs: MINUTE_MS },
    },
    source: publicDocumentation('plans'),
  },
  quotaCuHours: { value: { free: 100, launch: null, scale: null }, source: publicDocumentation('plans') },
  prices: {
    value: {
      date: '2026-08',
      source: 'public price list',
      currency: 'USD',
      computeMicrosPerCuHour: { free: 0, launch: 106_000, scale: 222_000 },
      storageMicrosPerGbMonth: 350_000,
      restoreHistoryMicrosPerGbMonth: 200_000,
      transferMicrosPerGb: 100_000,
      transferIncludedGb: 100,
      branchMicrosPerMonth: 1_500_000,
    },
    source: publicDocumentation('plans'),
  },
};
