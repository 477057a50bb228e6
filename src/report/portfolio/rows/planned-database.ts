import type { Lasting, Plan, PlanWithout, PricedRefusal, RuledOut } from '../../../planner/index.ts';
import type { CpuBound } from '../../../trace/index.ts';
import type { BackgroundAnswer } from '../../plan/both-ways.ts';
import type { TitledDatabase } from '../database-title.ts';

/** A database of a list, with what the list says about it. */
export interface ListedTitle extends TitledDatabase {
  /** Short texts by name, such as the team. */
  readonly tags: Readonly<Record<string, string>>;
  /** The argument that names this database alone. Null if none does. */
  readonly member: string | null;
}

/** The whole plan of one of many databases. */
export interface PlannedDatabase extends ListedTitle {
  /** The hash of its job. */
  readonly key: string;
  readonly horizonMs: number;
  /** Whether its plan of the service allows changes of size. */
  readonly mayChangeSize: boolean;
  readonly plan: Plan;
  /** Null if the open points of the fact set rule out nothing cheaper. */
  readonly ruledOut: RuledOut | null;
  /** Null if the newest fact set allows the recommendation. */
  readonly refused: PricedRefusal | null;
  /** Null if nobody asked, or if there is no recommendation. */
  readonly lasting: Lasting | null;
  /** Null if there is no background activity, or no recommendation. */
  readonly background: BackgroundAnswer | null;
  /** The plan without the measured memory. Null if memory cannot decide, or if there is no recommendation. */
  readonly withoutMemory: PlanWithout | null;
  /** The upper bound of CPU that was planned for. Null if CPU was measured, or follows from what was given. */
  readonly cpuBound: CpuBound | null;
}
