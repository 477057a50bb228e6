import type { AutoscalerConfig } from '../../autoscaler/index.ts';
import type { Cpu } from '../cpu.ts';
import type { GivenColumns } from '../limits.ts';
import type { Meter } from '../meter.ts';
import type { Sizing } from '../sizing.ts';

/** What the load takes. */
export interface StayCosts {
  /** Of a query; and how many run at once, at most. */
  readonly cpuMsPerQuery: number;
  readonly concurrency: number;
  /** Memory of the compute itself, and of the connections of the load while it wants something. */
  readonly baseBytes: number;
  readonly connectionBytes: number;
}

/** Whose stay it is, and what is asked of it there. */
export interface StayHost {
  readonly cpu: Cpu;
  readonly sizing: Sizing;
  readonly meter: Meter;
  readonly given: GivenColumns;
  readonly config: AutoscalerConfig;
  readonly costs: StayCosts;
  /** Something is metered otherwise from an instant on; up to when the stay may go on. null: nobody asks. */
  readonly metered: ((atMs: number) => number) | null;
}
