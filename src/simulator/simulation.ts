import type { FactSet, PlanName, PriceList, SizeSetting } from '../facts/index.ts';
import type { Demand, Zone } from '../workload/index.ts';
import type { Assumptions } from './assumptions.ts';
import type { SeparateCounts } from './recorder/counted-apart.ts';

/** A question to the engine, checked and complete. The same simulation gives the same bytes. */
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
  /** A release comes this often, first at this time after the start; null: none comes. */
  readonly releases: { readonly everyMs: number; readonly firstMs: number } | null;
  readonly computes: readonly ComputePlan[];
  /** Looks at every tick and does not skip. The result is the same; it only takes longer. */
  readonly stepping: boolean;
}

export interface ComputePlan {
  readonly name: string;
  /** Where it begins. */
  readonly branch: string;
  readonly type: 'read_write' | 'read_only';
  readonly size: SizeSetting;
  /** null: scale to zero is off. */
  readonly suspendAfterMs: number | null;
  readonly workingSetBytes: number;
  readonly demand: readonly Demand[];
  readonly changes: readonly PlannedChange[];
}

/** What somebody does to a compute at a time after the start. */
export interface PlannedChange {
  readonly atMs: number;
  readonly change: Change;
}

export type Change =
  | { readonly kind: 'size'; readonly size: SizeSetting }
  | { readonly kind: 'suspendAfter'; readonly suspendAfterMs: number | null }
  /** A move to another branch, by its name. */
  | { readonly kind: 'branch'; readonly branch: string }
  | {
      readonly kind: 'command';
      readonly command: 'start' | 'suspend' | 'restart' | 'disable' | 'enable' | 'delete';
    };
