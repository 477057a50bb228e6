import {
  type AutoscalerConfig,
  DEFAULT_AUTOSCALER,
  DEFAULT_LIFE,
  type LifeSettings,
} from '../compute/index.ts';
import { MIB } from '../facts/index.ts';

/** What the service does not state and a model needs. Each can be set; the ones that matter are printed. */
export interface Assumptions {
  readonly life: Omit<LifeSettings, 'suspendAfterMs'>;
  readonly autoscaler: AutoscalerConfig;
  /** Whether shared sizes get more than their vCPU; the service says "for a while" and no more. */
  readonly burst: boolean;
  /** Memory of a compute that does nothing, and of each open connection. */
  readonly baseMemoryBytes: number;
  readonly connectionMemoryBytes: number;
  /** Time that a page costs which the local file cache does not hold. */
  readonly missMs: number;
  /** How unevenly pages are read: 0 all alike, towards 1 a few get nearly all reads. */
  readonly skew: number;
  /** Share of the cache that is put back after a restart that was asked for. */
  readonly prewarmShare: number;
  /** In place of the limits that the facts give to a configuration; null: those hold. */
  readonly connectionLimit: number | null;
  readonly poolSize: number | null;
  readonly poolWaitMs: number | null;
  /** Those that somebody has told or measured, of those that a plan would else try at both ends of a range. */
  readonly known: readonly KnownAssumption[];
}

export const KNOWN_ASSUMPTIONS = ['burst', 'skew', 'start'] as const;
export type KnownAssumption = (typeof KNOWN_ASSUMPTIONS)[number];

export const DEFAULT_ASSUMPTIONS: Assumptions = {
  life: DEFAULT_LIFE,
  autoscaler: DEFAULT_AUTOSCALER,
  burst: true,
  baseMemoryBytes: 160 * MIB,
  connectionMemoryBytes: 2 * MIB,
  missMs: 0.5,
  skew: 0.5,
  prewarmShare: 0,
  connectionLimit: null,
  poolSize: null,
  poolWaitMs: null,
  known: [],
};
