import type { StatedFacts } from './fact-values.ts';
import { LISTED_SIZES_CU } from './sizes.ts';
import { specification } from './source.ts';

/** The facts that the interface specification states. This fact set is the default. */
export const specificationFacts: StatedFacts = {
  listedSizesCu: { value: LISTED_SIZES_CU, source: specification('2.5') },
  ramGibPerCu: { value: 4, source: specification('2.5') },
  sharedSizesCu: { value: [0.25, 0.5], source: specification('8') },
  localFileCache: { value: { kind: 'share of RAM', share: 0.8 }, source: specification('2.5') },
  maxConnections: {
    value: {
      kind: 'table',
      rows: [
        [0.25, 112],
        [0.5, 225],
        [1, 450],
        [2, 901],
        [3, 1351],
        [4, 1802],
        [5, 2253],
        [6, 2703],
        [7, 3154],
        [8, 3604],
        [9, 4000],
      ],
    },
    source: specification('2.5'),
  },
  pooledClients: { value: 10_000, source: specification('8') },
  temporaryDisk: { value: { floorGib: 20, gibPerMaximumCu: 15 }, source: specification('8') },
  autoscaling: {
    value: { lowestCu: 0.25, highestCu: 16, widestSpreadCu: null },
    source: specification('8'),
  },
  // The section on scale to zero does not mention sizes.
  sizesAboveAutoscalingSleep: { value: null, source: specification('3') },
  suspendDefaultMs: { value: 300_000, source: specification('8') },
  wakeMs: { value: 300, source: specification('8') },
  // The specification says: a shared vCPU with up to 1 GB of RAM, and only paid plans change sizes.
  freePlanSizes: {
    value: { autoscalingHighestCu: 0, fixedHighestCu: 0.25, changes: false },
    source: specification('8'),
  },
};
