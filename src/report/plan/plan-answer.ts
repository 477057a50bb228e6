import type { Check } from '../../check/index.ts';
import type {
  ComparedConfiguration,
  GrowthPlan,
  HeldOut,
  Knee,
  Objectives,
  PlanWithout,
  PricedRefusal,
  ProfileName,
  RuledOut,
  SchedulePlan,
  Sensitivity,
  Stability,
  TimedPlan,
  UpliftedChoice,
  WhyNot,
} from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { Bound, CensoredDemand, CpuBound } from '../../trace/index.ts';
import type { AppliedPlan } from '../apply/apply-blocks.ts';
import type { BillAnswer } from '../bill/bill-answer.ts';
import type { CapacityTimeSeries } from '../pictures/capacity-picture.ts';
import type { BackgroundAnswer } from './both-ways.ts';

/** The answer of `tidemark plan`: a plan, and the question. */
export interface PlanAnswer extends TimedPlan {
  /** Whether the search, or what follows it, was interrupted. */
  readonly partial: boolean;
  /** The `why` of the scenario. Null for a trace. */
  readonly why: string | null;
  readonly simulation: Simulation;
  /** CPU and size over time under the recommendation. Null if there is none, or if the plan was interrupted. */
  readonly timeSeries: CapacityTimeSeries | null;
  readonly profile: ProfileName;
  readonly objectives: Objectives;
  readonly worthwhile: number;
  /**
   * The outcome of the recommendation in the part that the plan did not see. Null if it saw all, or if there is no
   * recommendation.
   */
  readonly heldOut: HeldOut | null;
  /** Null if nobody asked, or if there is no recommendation. */
  readonly stability: Stability | null;
  /** The error of a replay of the current configuration. Null if there are no records to compare with. */
  readonly checked:
    | (Pick<Check, 'of' | 'total' | 'misfit' | 'verdict' | 'causes' | 'isConclusive'> & {
        readonly actual: string;
        readonly metered: 'metered' | 'billed';
      })
    | null;
  /** Samples that are lower bounds of demand. Null if the capacity at the time is unknown. */
  readonly hiddenDemand:
    | (Omit<CensoredDemand, 'spans'> & {
        /** The search left out lower maximums. Null if too few samples are lower bounds. */
        readonly leastMaximumCu: number | null;
        readonly uplifts: readonly UpliftedChoice[];
      })
    | null;
  /** Lower bounds of other quantities whose limit is known. */
  readonly bounds: readonly (Bound & {
    /**
     * The search left out configurations with less: fewer connections, or a lower maximum in CU. Null if too few
     * samples are lower bounds.
     */
    readonly least: number | null;
  })[];
  /** Null if there is no background activity, or no recommendation. */
  readonly background: BackgroundAnswer | null;
  /** The plan without the measured memory. Null if memory cannot decide, or if there is no recommendation. */
  readonly withoutMemory: PlanWithout | null;
  /** Null if there is no logical replication, nothing else, or no recommendation. */
  readonly withoutReplication: PlanWithout | null;
  /** The upper bound of CPU that was planned for. Null if CPU was measured, or follows from what was given. */
  readonly cpuBound: CpuBound | null;
  /** Null if there is no recommendation, or if the plan was interrupted before. */
  readonly sensitivity: Sensitivity | null;
  /** Null if no configuration that costs little more carries far more demand. */
  readonly knee: Knee | null;
  /** Null if the open points of the fact set rule out nothing cheaper. */
  readonly ruledOut: RuledOut | null;
  /** Null if the newest fact set allows the recommendation, or if there is none. */
  readonly refused: PricedRefusal | null;
  /** Each configuration that was compared, and why it is not the recommendation. Empty if the search was stopped. */
  readonly compared: readonly ComparedConfiguration[];
  /** Why one configuration is not the recommendation. Null if nobody asked, or if the search was stopped. */
  readonly whyNot: WhyNot | null;
  /** The whole bill of a month. Null if nothing but compute is known. */
  readonly bill: BillAnswer | null;
  /** Null if nobody asked how to apply it, or if there is no recommendation. */
  readonly apply: AppliedPlan | null;
  /** Null if nobody asked, or if there is no recommendation to start from. */
  readonly growthPlan: GrowthPlan | null;
  /** Null if nobody asked for a schedule, or if there is no recommendation to compare it with. */
  readonly schedule: SchedulePlan | null;
  /** How the trace was interpreted. */
  readonly notes: readonly string[];
  /** The file to which the scenario with the recommendation is written. Null if nobody asked for one. */
  readonly writtenTo: string | null;
}
