import type { Simulation } from '../../simulator/index.ts';

export const LEVERS = [
  'pooler',
  'direct',
  'pre-ping',
  'pool idle',
  'client pool',
  'load connections',
  'connect timeout',
  'planned change',
  'timeout',
  'minimum',
  'maximum',
  'size',
  'range',
  'plan',
] as const;
export type Lever = (typeof LEVERS)[number];

/** One change of one setting; for a range, one change of both its ends. */
export interface Remedy {
  readonly lever: Lever;
  /** The demand whose clients have to change; null if the compute has to. */
  readonly demand: string | null;
  /**
   * A size in CU, a range such as `0.25-2`, a time in milliseconds, or a number of connections; null for off,
   * or nothing.
   */
  readonly from: number | string | null;
  readonly to: number | string | null;
}

export interface Rung {
  readonly remedy: Remedy;
  readonly simulation: Simulation;
}

/** The same change, further at each rung. The first rung that helps is enough. */
export type Ladder = readonly Rung[];
