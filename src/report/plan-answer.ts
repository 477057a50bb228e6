import type { Simulation } from '../engine/index.ts';
import type { HeldOut, Plan, ProfileName, Promises, Stability } from '../planner/index.ts';

/** What `tidemark plan` shows: a plan, and what it was asked. */
export interface PlanAnswer extends Plan {
  /** null: nobody has asked anything but which setting. */
  readonly why: string | null;
  readonly simulation: Simulation;
  readonly profile: ProfileName;
  readonly promises: Promises;
  readonly worthwhile: number;
  /** What the choice came to in the part that the plan has not seen; null: it has seen all, or there is no choice. */
  readonly heldOut: HeldOut | null;
  /** null: nobody asked, or there is no choice. */
  readonly stability: Stability | null;
  /** What a trace was taken for. */
  readonly notes: readonly string[];
}
