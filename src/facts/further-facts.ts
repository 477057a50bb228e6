import type { PlanName } from './plans.ts';

/** Facts that only some documents state, and that no simulation needs. A set without one of them says nothing about it. */
export interface FurtherFacts {
  /** Transfer that the free plan includes in a month. Beyond it the project is suspended. */
  readonly freePlanTransferGb: number;
  readonly snapshots: {
    readonly microsPerGbMonth: number;
    readonly billedSince: string;
    readonly mostManual: number;
  };
  /** The price of each direction, and the plans that have it. */
  readonly privateTransfer: { readonly microsPerGb: number; readonly plans: readonly PlanName[] };
  readonly branches: {
    readonly included: Readonly<Record<PlanName, number>>;
    readonly mostPerProject: number;
  };
  /** The data that is billed as storage, in words, and the units of its price. */
  readonly storageRule: {
    readonly rootBranch: string;
    readonly childBranch: string;
    readonly history: string;
    readonly bytesPerGb: number;
    readonly hoursPerMonth: number;
  };
  /** Storage that a project may use. Null if there is no limit. */
  readonly storageQuotaGb: Readonly<Record<PlanName, number | null>>;
  readonly restoreWindow: {
    readonly longestMs: Readonly<Record<PlanName, number>>;
    readonly paidDefaultMs: number;
  };
  readonly agentPlan: { readonly computeMicrosPerCuHour: number };
  /** Computes that may be active at the same time. */
  readonly activeComputes: { readonly mostPerProject: number; readonly countsDefaultBranch: boolean };
  /** The figures of the consumption history, and how far back it goes by the hour, the day and the month. */
  readonly consumptionHistory: {
    readonly quantities: readonly string[];
    readonly hoursBack: number;
    readonly daysBack: number;
    readonly monthsBack: number;
  };
  /** Starts that somebody else has measured. */
  readonly measuredWake: { readonly medianMs: number; readonly p95Ms: number; readonly starts: number };
}
