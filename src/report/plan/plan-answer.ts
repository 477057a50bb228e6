import type { Check } from '../../check/index.ts';
import type {
  GrowthPlan,
  HeldOut,
  Knee,
  Objectives,
  Plan,
  PlanWithout,
  ProfileName,
  RuledOut,
  Sensitivity,
  Stability,
  UpliftedChoice,
} from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { Bound, CensoredDemand, CpuBound } from '../../trace/index.ts';
import type { AppliedPlan } from '../apply/apply-blocks.ts';
import type { CapacityCourse } from '../pictures/capacity-picture.ts';
import type { BackgroundAnswer } from './both-ways.ts';

/** What `tidemark plan` shows: a plan, and what it was asked. */
export interface PlanAnswer extends Plan {
  /** Somebody interrupted the search, or what comes after it. */
  readonly partial: boolean;
  /** null: nobody has asked anything but which configuration. */
  readonly why: string | null;
  readonly simulation: Simulation;
  /** CPU and size over time with the recommendation; null: there is none, or somebody did not want to wait for it. */
  readonly course: CapacityCourse | null;
  readonly profile: ProfileName;
  readonly objectives: Objectives;
  readonly worthwhile: number;
  /**
   * What the recommendation came to in the part that the plan has not seen; null: it has seen all, or there is no
   * recommendation.
   */
  readonly heldOut: HeldOut | null;
  /** null: nobody asked, or there is no recommendation. */
  readonly stability: Stability | null;
  /** How far a replay of the current configuration is off what happened; null: nobody has said what did. */
  readonly checked:
    | (Pick<Check, 'of' | 'total' | 'misfit' | 'verdict' | 'causes' | 'isTelling'> & {
        readonly actual: string;
        readonly metered: 'metered' | 'billed';
      })
    | null;
  /** Samples that are lower bounds of demand; null: it is not known what there was to work with. */
  readonly hiddenDemand:
    | (Omit<CensoredDemand, 'spans'> & {
        /** No configuration below this maximum was looked at; null: too few samples are lower bounds for that. */
        readonly leastMaximumCu: number | null;
        readonly uplifts: readonly UpliftedChoice[];
      })
    | null;
  /** The same of other quantities that have a limit which is known. */
  readonly bounds: readonly (Bound & {
    /**
     * No configuration with less was looked at: of connections that are allowed, of all else a maximum in CU; null: as
     * above.
     */
    readonly least: number | null;
  })[];
  /** null: nothing goes on all the time, or there is no recommendation. */
  readonly background: BackgroundAnswer | null;
  /**
   * What a plan says without the memory that was measured; null: memory cannot decide, or there is no recommendation.
   */
  readonly withoutMemory: PlanWithout | null;
  /** CPU was not measured, and the plan is for this upper bound of it; null: it was, or follows from what was told. */
  readonly cpuBound: CpuBound | null;
  /** null: there is no recommendation, or somebody did not want to wait for what comes before. */
  readonly sensitivity: Sensitivity | null;
  /** null: nothing that costs little more holds far more demand. */
  readonly knee: Knee | null;
  /** null: what the fact set leaves open rules out nothing cheaper. */
  readonly ruledOut: RuledOut | null;
  /** null: nobody asked how to apply it, or there is no recommendation. */
  readonly apply: AppliedPlan | null;
  /** null: nobody asked, or there is no recommendation to grow from. */
  readonly growthPlan: GrowthPlan | null;
  /** What a trace was taken for. */
  readonly notes: readonly string[];
  /** The file of the scenario that it was made of, with the recommendation in it; null: nobody asked. */
  readonly writtenTo: string | null;
}
