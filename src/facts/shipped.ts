import type { FactSetHead, StatedFacts } from './fact-values.ts';

/** The names of the files in `facts/`. `npm run facts` writes this module from them. */
export const FACT_SET_NAMES = ['2026-08', '2026-11', 'lakebase-2026-03', 'spec'] as const;
export type FactSetName = (typeof FACT_SET_NAMES)[number];

/** The values that each file states. */
export const SHIPPED: Readonly<
  Record<FactSetName, { readonly head: FactSetHead; readonly facts: StatedFacts }>
> = {
  '2026-08': {
    head: {
      name: '2026-08',
      about: 'the public documentation of August 2026',
      service: 'neon',
      base: null,
      date: '2026-08',
    },
    facts: {
      listedSizesCu: {
        value: [
          0.25, 0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 26, 28, 30, 32,
          34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56,
        ],
        source: {
          document: 'public documentation',
          section: 'compute sizes',
          date: '2026-08',
        },
      },
      ramGibPerCu: {
        value: 4,
        source: {
          document: 'public documentation',
          section: 'compute sizes',
          date: '2026-08',
        },
      },
      sharedSizesCu: {
        value: [0.25, 0.5],
        source: {
          document: 'public documentation',
          section: 'compute sizes',
          date: '2026-08',
        },
      },
      sharedBurstFactor: {
        value: 4,
        source: {
          document: 'public documentation',
          section: 'shared compute',
          date: '2026-08',
        },
      },
      localFileCache: {
        value: {
          kind: 'after overheads',
          systemMib: 100,
          postgresMib: 256,
          divisor: 1.1,
          share: 0.75,
        },
        source: {
          document: 'public documentation',
          section: 'local file cache',
          date: '2026-08',
        },
      },
      maxConnections: {
        value: {
          kind: 'formula',
          perCu: 419.66,
          lowest: 100,
          highest: 4000,
        },
        source: {
          document: 'public documentation',
          section: 'connection limits',
          date: '2026-08',
        },
      },
      connectionsMinimumFactor: {
        value: 8,
        source: {
          document: 'public documentation',
          section: 'connection limits',
          date: '2026-08',
        },
      },
      reservedConnections: {
        value: 7,
        source: {
          document: 'public documentation',
          section: 'connection limits',
          date: '2026-08',
        },
      },
      pooledClients: {
        value: 10000,
        source: {
          document: 'public documentation',
          section: 'connection pooling',
          date: '2026-08',
        },
      },
      poolShare: {
        value: 0.9,
        source: {
          document: 'public documentation',
          section: 'connection pooling',
          date: '2026-08',
        },
      },
      queryWaitTimeoutMs: {
        value: 120000,
        source: {
          document: 'public documentation',
          section: 'connection pooling',
          date: '2026-08',
        },
      },
      temporaryDisk: {
        value: {
          floorGib: 20,
          gibPerMaximumCu: 15,
        },
        source: {
          document: 'public documentation',
          section: 'local disk',
          date: '2026-08',
        },
      },
      autoscaling: {
        value: {
          lowestCu: 0.25,
          highestCu: 16,
          widestSpreadCu: 8,
        },
        source: {
          document: 'public documentation',
          section: 'autoscaling',
          date: '2026-08',
        },
      },
      sizesAboveAutoscalingSleep: {
        value: false,
        source: {
          document: 'public documentation',
          section: 'scale to zero',
          date: '2026-08',
        },
      },
      suspendDefaultMs: {
        value: 300000,
        source: {
          document: 'public documentation',
          section: 'scale to zero',
          date: '2026-08',
        },
      },
      suspendBounds: {
        value: {
          lowestMs: 60000,
          highestMs: 604800000,
        },
        source: {
          document: 'public documentation',
          section: 'management API, suspend_timeout_seconds',
          date: '2026-08',
        },
      },
      wakeMs: {
        value: 300,
        source: {
          document: 'public documentation',
          section: 'scale to zero',
          date: '2026-08',
        },
      },
      freePlanSizes: {
        value: {
          autoscalingHighestCu: 2,
          fixedHighestCu: 2,
          changes: false,
        },
        source: {
          document: 'public documentation',
          section: 'plans',
          date: '2026-08',
        },
      },
      launchPlanSizes: {
        value: {
          autoscalingHighestCu: 16,
          fixedHighestCu: 16,
          changes: true,
        },
        source: {
          document: 'public documentation',
          section: 'plans',
          date: '2026-08',
        },
      },
      scalePlanSizes: {
        value: {
          autoscalingHighestCu: 16,
          fixedHighestCu: 56,
          changes: true,
        },
        source: {
          document: 'public documentation',
          section: 'plans',
          date: '2026-08',
        },
      },
      suspendChoices: {
        value: {
          free: {
            kind: 'default only',
          },
          launch: {
            kind: 'default or off',
          },
          scale: {
            kind: 'any or off',
            lowestMs: 60000,
          },
        },
        source: {
          document: 'public documentation',
          section: 'plans',
          date: '2026-08',
        },
      },
      quotaCuHours: {
        value: {
          free: 100,
          launch: null,
          scale: null,
        },
        source: {
          document: 'public documentation',
          section: 'plans',
          date: '2026-08',
        },
      },
      prices: {
        value: {
          date: '2026-08',
          source: 'public price list',
          currency: 'USD',
          computeMicrosPerCuHour: {
            free: 0,
            launch: 106000,
            scale: 222000,
          },
          storageMicrosPerGbMonth: 350000,
          restoreHistoryMicrosPerGbMonth: 200000,
          transferMicrosPerGb: 100000,
          transferIncludedGb: 100,
          branchMicrosPerMonth: 1500000,
        },
        source: {
          document: 'public documentation',
          section: 'plans',
          date: '2026-08',
        },
      },
    },
  },
  '2026-11': {
    head: {
      name: '2026-11',
      about: 'the public documentation of November 2026',
      service: 'neon',
      base: '2026-08',
      date: '2026-11',
    },
    facts: {
      localFileCache: {
        value: {
          kind: 'share of RAM',
          share: 0.75,
        },
        source: {
          document: 'public documentation',
          section: 'manage/computes',
          date: '2026-08-26',
        },
      },
      maxConnections: {
        value: {
          kind: 'table',
          rows: [
            [0.25, 104],
            [0.5, 209],
            [1, 419],
            [2, 839],
            [3, 1258],
            [4, 1678],
            [5, 2098],
            [6, 2517],
            [7, 2937],
            [8, 3357],
            [9, 4000],
          ],
        },
        source: {
          document: 'public documentation',
          section: 'manage/computes',
          date: '2026-08-26',
        },
      },
      autoscaling: {
        value: {
          lowestCu: 0.25,
          highestCu: 16,
          widestSpreadCu: 8,
        },
        source: {
          document: 'public documentation',
          section: 'manage/computes',
          date: '2026-08-26',
        },
      },
      sizesAboveAutoscalingSleep: {
        value: false,
        source: {
          document: 'public documentation',
          section: 'manage/computes',
          date: '2026-08-26',
        },
      },
      prices: {
        value: {
          date: '2026-06-05',
          source: 'public price list, with the included transfer of June 2026',
          currency: 'USD',
          computeMicrosPerCuHour: {
            free: 0,
            launch: 106000,
            scale: 222000,
          },
          storageMicrosPerGbMonth: 350000,
          restoreHistoryMicrosPerGbMonth: 200000,
          transferMicrosPerGb: 100000,
          transferIncludedGb: 500,
          branchMicrosPerMonth: 1500000,
        },
        source: {
          document: 'changelog',
          section: 'included transfer',
          date: '2026-06-05',
        },
      },
      freePlanTransferGb: {
        value: 5,
        source: {
          document: 'website',
          section: 'PR 5718',
          date: '2026-09-02',
        },
      },
      snapshots: {
        value: {
          microsPerGbMonth: 90000,
          billedSince: '2026-05-01',
          mostManual: 10,
        },
        source: {
          document: 'website',
          section: 'PR 4923',
          date: '2026-05-01',
        },
      },
      privateTransfer: {
        value: {
          microsPerGb: 10000,
          plans: ['scale'],
        },
        source: {
          document: 'public documentation',
          section: 'usage-calculations',
          date: '2026-05-28',
        },
      },
      branches: {
        value: {
          included: {
            free: 10,
            launch: 10,
            scale: 25,
          },
          mostPerProject: 5000,
        },
        source: {
          document: 'public documentation',
          section: 'usage-calculations and plans',
          date: '2026-05-28',
        },
      },
      storageRule: {
        value: {
          rootBranch: 'its logical size',
          childBranch: 'the smaller of its changes and its logical size',
          history: 'root branches only',
          bytesPerGb: 1000000000,
          hoursPerMonth: 744,
        },
        source: {
          document: 'public documentation',
          section: 'usage-calculations',
          date: '2026-05-28',
        },
      },
      storageQuotaGb: {
        value: {
          free: 0.5,
          launch: null,
          scale: null,
        },
        source: {
          document: 'website',
          section: 'PR 5721',
          date: '2026-09-02',
        },
      },
      restoreWindow: {
        value: {
          longestMs: {
            free: 21600000,
            launch: 604800000,
            scale: 2592000000,
          },
          paidDefaultMs: 86400000,
        },
        source: {
          document: 'public documentation',
          section: 'plans',
          date: '2026-03-20',
        },
      },
      agentPlan: {
        value: {
          computeMicrosPerCuHour: 106000,
        },
        source: {
          document: 'website',
          section: 'PR 5579',
          date: '2026-08-18',
        },
      },
      activeComputes: {
        value: {
          mostPerProject: 20,
          countsDefaultBranch: false,
        },
        source: {
          document: 'website',
          section: 'PR 4000',
          date: '2025-09',
        },
      },
      consumptionHistory: {
        value: {
          quantities: ['compute', 'storage', 'history', 'transfer', 'snapshots'],
          hoursBack: 168,
          daysBack: 60,
          monthsBack: 12,
        },
        source: {
          document: 'public documentation',
          section: 'usage-calculations',
          date: '2026-05-28',
        },
      },
      measuredWake: {
        value: {
          medianMs: 1800,
          p95Ms: 2600,
          starts: 200,
        },
        source: {
          document: 'pickuma.com',
          section: 'a review by one author',
          date: '2026',
        },
      },
    },
  },
  'lakebase-2026-03': {
    head: {
      name: 'lakebase-2026-03',
      about: 'Databricks Lakebase, documentation of March 2026',
      service: 'lakebase',
      base: '2026-11',
      date: '2026-03',
    },
    facts: {
      listedSizesCu: {
        value: [
          0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60,
          64, 72, 80, 88, 96, 104, 112,
        ],
        source: {
          document: 'Databricks documentation',
          section: 'manage-computes, available sizes',
          date: '2026-03',
        },
      },
      ramGibPerCu: {
        value: 2,
        source: {
          document: 'Databricks documentation',
          section: 'manage-computes, compute units',
          date: '2026-03',
        },
      },
      sharedSizesCu: {
        value: [],
        source: {
          document: 'Databricks documentation',
          section: 'manage-computes, available sizes',
          date: '2026-03',
        },
      },
      maxConnections: {
        value: {
          kind: 'formula',
          perCu: 209.83,
          lowest: 100,
          highest: 4000,
        },
        source: {
          document: 'Databricks documentation',
          section: 'manage-computes, connections by size',
          date: '2026-03',
        },
      },
      autoscaling: {
        value: {
          lowestCu: 0.5,
          highestCu: 32,
          widestSpreadCu: 8,
        },
        source: {
          document: 'Databricks documentation',
          section: 'autoscaling',
          date: '2026-03',
        },
      },
      suspendBounds: {
        value: {
          lowestMs: 60000,
          highestMs: 604800000,
        },
        source: {
          document: 'Databricks documentation',
          section: 'scale to zero; the upper bound is that of 2026-11',
          date: '2026-03',
        },
      },
      scalePlanSizes: {
        value: {
          autoscalingHighestCu: 32,
          fixedHighestCu: 112,
          changes: true,
        },
        source: {
          document: 'Databricks documentation',
          section: 'manage-computes, available sizes',
          date: '2026-03',
        },
      },
    },
  },
  spec: {
    head: {
      name: 'spec',
      about: 'the interface specification',
      service: 'neon',
      base: '2026-08',
      date: 'undated, as of 2026-08',
    },
    facts: {
      listedSizesCu: {
        value: [
          0.25, 0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 26, 28, 30, 32,
          34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56,
        ],
        source: {
          document: 'interface specification',
          section: '2.5',
          date: 'undated, as of 2026-08',
        },
      },
      ramGibPerCu: {
        value: 4,
        source: {
          document: 'interface specification',
          section: '2.5',
          date: 'undated, as of 2026-08',
        },
      },
      sharedSizesCu: {
        value: [0.25, 0.5],
        source: {
          document: 'interface specification',
          section: '8',
          date: 'undated, as of 2026-08',
        },
      },
      localFileCache: {
        value: {
          kind: 'share of RAM',
          share: 0.8,
        },
        source: {
          document: 'interface specification',
          section: '2.5',
          date: 'undated, as of 2026-08',
        },
      },
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
        source: {
          document: 'interface specification',
          section: '2.5',
          date: 'undated, as of 2026-08',
        },
      },
      pooledClients: {
        value: 10000,
        source: {
          document: 'interface specification',
          section: '8',
          date: 'undated, as of 2026-08',
        },
      },
      temporaryDisk: {
        value: {
          floorGib: 20,
          gibPerMaximumCu: 15,
        },
        source: {
          document: 'interface specification',
          section: '8',
          date: 'undated, as of 2026-08',
        },
      },
      autoscaling: {
        value: {
          lowestCu: 0.25,
          highestCu: 16,
          widestSpreadCu: null,
        },
        source: {
          document: 'interface specification',
          section: '8',
          date: 'undated, as of 2026-08',
        },
      },
      sizesAboveAutoscalingSleep: {
        value: null,
        source: {
          document: 'interface specification',
          section: '3',
          date: 'undated, as of 2026-08',
        },
      },
      suspendDefaultMs: {
        value: 300000,
        source: {
          document: 'interface specification',
          section: '8',
          date: 'undated, as of 2026-08',
        },
      },
      wakeMs: {
        value: 300,
        source: {
          document: 'interface specification',
          section: '8',
          date: 'undated, as of 2026-08',
        },
      },
      freePlanSizes: {
        value: {
          autoscalingHighestCu: 0,
          fixedHighestCu: 0.25,
          changes: false,
        },
        source: {
          document: 'interface specification',
          section: '8',
          date: 'undated, as of 2026-08',
        },
      },
    },
  },
};
