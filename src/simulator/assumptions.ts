import {
  type AutoscalerConfig,
  DEFAULT_AUTOSCALER,
  DEFAULT_LIFE,
  type LifeSettings,
  type ResourceAssumptions,
} from '../compute/index.ts';
import { MIB } from '../facts/index.ts';

/**
 * Values that a simulation needs and the service does not state. Each can be set. Answers print the important
 * ones.
 */
export interface Assumptions extends ResourceAssumptions {
  readonly life: Omit<LifeSettings, 'suspendAfterMs'>;
  readonly autoscaler: AutoscalerConfig;
  /**
   * The assumptions that are set or measured. A plan tries the other ones of `KNOWN_ASSUMPTIONS` at both ends
   * of a range.
   */
  readonly known: readonly KnownAssumption[];
}

export const KNOWN_ASSUMPTIONS = ['burst', 'skew', 'start'] as const;
export type KnownAssumption = (typeof KNOWN_ASSUMPTIONS)[number];

export const DEFAULT_ASSUMPTIONS: Assumptions = {
  life: DEFAULT_LIFE,
  autoscaler: DEFAULT_AUTOSCALER,
  burst: true,
  quotaPeriodMs: 100,
  contention: 0.1,
  randomArrivals: true,
  baseMemoryBytes: 160 * MIB,
  connectionMemoryBytes: 2 * MIB,
  connectionCpuMs: 0,
  ownWorkShare: 0,
  missMs: 0.5,
  skew: 0.5,
  prewarmShare: 0,
  connectionLimit: null,
  poolSize: null,
  poolWaitMs: null,
  known: [],
};
