import { MICROS } from '../../facts/index.ts';
import type {
  CountedPlan,
  EntryChoice,
  JudgedAlike,
  LimitFigure,
  Objectives,
  ProfileName,
  ProjectLimit,
  ProjectLimitName,
} from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';

/** The plan of an entry of a scenario: a compute, its copies, or the replicas that share its demand. */
export interface PlannedEntry extends EntryChoice {
  readonly name: string;
  readonly type: 'read_write' | 'read_only';
  /** The branches of the computes as they are today. */
  readonly branches: readonly string[];
  readonly objectives: Objectives;
  /** The plan for each number of computes: several if the demand is split among replicas. */
  readonly plans: readonly CountedPlan[];
  /** If no configuration meets all objectives: the one that comes nearest, with as many computes as today. */
  readonly nearest: JudgedAlike | null;
  /** The limits of the project that rule out the entry's own cheapest configuration. */
  readonly limitedBy: readonly ProjectLimitName[];
}

export interface JudgedLimit extends ProjectLimit {
  readonly today: LimitFigure;
  readonly advised: LimitFigure;
}

export interface ProjectAnswer {
  readonly partial: boolean;
  readonly why: string;
  readonly simulation: Simulation;
  readonly profile: ProfileName;
  readonly objectives: Objectives;
  readonly worthwhile: number;
  /** The number of entries. Fewer are planned if the answer is partial. */
  readonly of: number;
  readonly entries: readonly PlannedEntry[];
  /** Empty if the answer is partial. */
  readonly limits: readonly JudgedLimit[];
  readonly notes: readonly string[];
  /** The file that the scenario is written to. Null if it is not written. */
  readonly writtenTo: string | null;
}

interface ProjectTotals {
  readonly computesToday: number;
  readonly computesAdvised: number;
  readonly costToday: number;
  readonly costAdvised: number;
  readonly cuHoursToday: number;
  readonly cuHoursAdvised: number;
}

/** An entry without a recommendation stays as it is. */
export function projectTotals({ entries }: Pick<ProjectAnswer, 'entries'>): ProjectTotals {
  const sum = (of: (entry: PlannedEntry) => number) => entries.reduce((total, entry) => total + of(entry), 0);
  const after = ({ today, advised }: PlannedEntry) => advised ?? today;
  const micros = (value: number) => Math.round(value * MICROS) / MICROS;
  return {
    computesToday: sum(({ today }) => today.count),
    computesAdvised: sum((entry) => after(entry).count),
    costToday: micros(sum(({ today }) => today.judged.outcome.costPerMonth)),
    costAdvised: micros(sum((entry) => after(entry).judged.outcome.costPerMonth)),
    cuHoursToday: sum(({ today }) => today.judged.outcome.cuHours),
    cuHoursAdvised: sum((entry) => after(entry).judged.outcome.cuHours),
  };
}

/** `none` if an entry has no configuration that meets all objectives, or if the project passes a limit. */
export function projectVerdict({ entries, limits }: Pick<ProjectAnswer, 'entries' | 'limits'>) {
  if (entries.some(({ advised }) => advised === null) || limits.some(({ advised }) => advised.isBroken))
    return 'none';
  return entries.some(({ verdict }) => verdict === 'change') ? 'change' : 'keep';
}
