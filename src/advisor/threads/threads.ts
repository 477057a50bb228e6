import type { TriedWindow, WorldResult } from '../../planner/index.ts';
import type { WindowJob } from '../backtest/window-job.ts';
import type { PlanJob, PlannedJob } from '../plan/plan-job.ts';
import type { TrialAnswer, TrialTask } from '../plan/trial-task.ts';
import type { AlikeAnswer, AlikeJob } from '../project/alike-job.ts';
import type { VariantTotals } from '../simulate/variant-totals.ts';
import type { WorldJob } from '../worlds/world-job.ts';
import type { TransferableSimulation } from './transfer.ts';

/** The kinds of job for worker threads, with the task and the result of each. Both are plain data. */
export interface Jobs {
  readonly trial: { readonly task: TrialTask; readonly result: TrialAnswer };
  readonly window: { readonly task: WindowJob; readonly result: TriedWindow | null };
  readonly variant: { readonly task: TransferableSimulation; readonly result: VariantTotals };
  readonly alike: { readonly task: AlikeJob; readonly result: AlikeAnswer | null };
  readonly plan: { readonly task: PlanJob; readonly result: PlannedJob | null };
  readonly world: { readonly task: WorldJob; readonly result: WorldResult | null };
}

/** Access to worker threads. With one processor, no pool is opened. */
export interface Threads {
  readonly processors: number;
  /** The wall-clock time, to decide whether starting a pool pays off. */
  wallMs(): number;
  /** Opens a pool for one kind of job. Its workers run the function for that kind, which this room exports. */
  pool<Kind extends keyof Jobs>(
    kind: Kind,
    workers: number,
  ): Promise<WorkerPool<Jobs[Kind]['task'], Jobs[Kind]['result']>>;
}

export interface WorkerPool<Task, Result> {
  /** How many tasks can run at the same time. */
  readonly workers: number;
  /** Rejects if the task throws or the pool is closed. */
  run(task: Task): Promise<Result>;
  /** Ends all workers, and the tasks that are running. */
  close(): Promise<void>;
}
