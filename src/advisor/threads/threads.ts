import type { TriedWindow } from '../../planner/index.ts';
import type { WindowJob } from '../backtest/window-job.ts';
import type { PlanJob, PlannedJob } from '../plan/plan-job.ts';
import type { TrialAnswer, TrialTask } from '../plan/trial-task.ts';
import type { BesideTotals } from '../simulate/totals.ts';
import type { TransferableSimulation } from './transfer.ts';

/** The jobs that other threads can do: what each is given, and its result. Both are plain data. */
export interface Jobs {
  readonly trial: { readonly task: TrialTask; readonly result: TrialAnswer };
  readonly window: { readonly task: WindowJob; readonly result: TriedWindow | null };
  readonly variant: { readonly task: TransferableSimulation; readonly result: BesideTotals };
  readonly plan: { readonly task: PlanJob; readonly result: PlannedJob | null };
}

/** Threads beside this one. With one processor nobody asks for a pool. */
export interface Threads {
  readonly processors: number;
  /** A clock of the wall: it tells whether a pool is worth its beginning. */
  wallMs(): number;
  /** Threads for one kind of job. Each runs the function of that name which this room exports. */
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
  /** Ends all workers, and the tasks that they are at. */
  close(): Promise<void>;
}
