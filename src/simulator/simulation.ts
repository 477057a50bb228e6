import type { FactSet, PlanName, PriceList, SizeSetting } from '../facts/index.ts';
import type { Demand, Zone } from '../workload/index.ts';
import type { Assumptions } from './assumptions.ts';
import type { SeparateCounts } from './recorder/counted-apart.ts';

/** The input of a run, checked and complete. The same simulation gives the same bytes. */
export interface Simulation {
  readonly startMs: number;
  readonly horizonMs: number;
  readonly zone: Zone;
  readonly seed: number;
  readonly facts: FactSet;
  readonly plan: PlanName;
  readonly prices: PriceList;
  readonly assumptions: Assumptions;
  readonly counted: SeparateCounts;
  /** The interval of releases, and the time of the first one. Null if there are none. */
  readonly releases: { readonly everyMs: number; readonly firstMs: number } | null;
  readonly computes: readonly ComputePlan[];
  /** Whether the run reads every tick, without skipping. The result is the same, but takes longer. */
  readonly stepping: boolean;
}

export interface ComputePlan {
  readonly name: string;
  /** The branch at the start of the run. */
  readonly branch: string;
  readonly type: 'read_write' | 'read_only';
  readonly size: SizeSetting;
  /** Null if scale to zero is off. */
  readonly suspendAfterMs: number | null;
  readonly workingSetBytes: number;
  readonly demand: readonly Demand[];
  readonly changes: readonly PlannedChange[];
}

/** A change that somebody makes to a compute at a time after the start. */
export interface PlannedChange {
  readonly atMs: number;
  readonly change: Change;
}

export type Change =
  | { readonly kind: 'size'; readonly size: SizeSetting }
  | { readonly kind: 'suspendAfter'; readonly suspendAfterMs: number | null }
  | { readonly kind: 'branch'; readonly branch: string }
  | {
      readonly kind: 'command';
      readonly command: 'start' | 'suspend' | 'restart' | 'disable' | 'enable' | 'delete';
    };
