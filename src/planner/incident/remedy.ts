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

/** One change of one thing; of a range, one change of both its ends. */
export interface Remedy {
  readonly lever: Lever;
  /** The demand whose clients have to change; null: it is the compute's. */
  readonly demand: string | null;
  /** Sizes in CU, ranges such as `0.25-2`, times in milliseconds, numbers of connections; null: off, or nothing. */
  readonly from: number | string | null;
  readonly to: number | string | null;
}

export interface Rung {
  readonly remedy: Remedy;
  readonly simulation: Simulation;
}

/** The same change, ever further: the first rung that helps is enough. */
export type Ladder = readonly Rung[];
