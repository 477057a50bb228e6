export type { Alert, AlertKind } from './apply/alerts.ts';
export { type Application, applicationOf } from './apply/application.ts';
export { quietTime } from './apply/quiet-time.ts';
export { type Minute, usageOf } from './apply/usage.ts';
export { type MeanScore, type MeanScores, meanScores } from './backtest/mean-scores.ts';
export { regretMicros, type Score, type Scores, scoresOf } from './backtest/scores.ts';
export { type TriedWindow, tryWindow, type WindowQuestion } from './backtest/tried-window.ts';
export { isMeasured, type PastWindow, partOf, type WindowDays, windowsOf } from './backtest/windows.ts';
export {
  CHOOSERS,
  type Chooser,
  inTurn,
  type JudgedWindow,
  type TurnsQuestion,
} from './backtest/windows-in-turn.ts';
export {
  BILL_UNITS,
  type BillLine,
  type BillUnit,
  billLinePrice,
  billLines,
  knownMicros,
} from './bill/bill.ts';
export { meteredSeries } from './bill/metered-series.ts';
export {
  computeQuantity,
  type MeteredSeries,
  meteredMonth,
  meteredWithin,
} from './bill/metered-use.ts';
export {
  allStated,
  type KnownUse,
  meteredActivity,
  type ProjectBill,
  projectBill,
  repeatable,
} from './bill/project-bill.ts';
export type { ActivityOverTime, MonthQuota } from './bill/quotas.ts';
export { NOTHING_STATED, type StatedUse, statedMonth } from './bill/stated-use.ts';
export { billedGbBytes, billedMonthMs, includedTransferGb, type Terms } from './bill/terms.ts';
export {
  addedUp,
  type BillLineName,
  type ExactQuantity,
  type MonthUse,
  quantityNumber,
  type Unknown,
} from './bill/used-amount.ts';
export { costFloor } from './bounds/cost-floor.ts';
export { leastOutcome } from './bounds/least-outcome.ts';
export { type ComparedConfiguration, comparedOf, withKnownTimes } from './compared/compared.ts';
export type { CandidateExclusion } from './compared/exclusion.ts';
export { type WhyNot, whyNotOf } from './compared/why-not.ts';
export { type Comparison, comparisonOf, type FigureDifference, type Ran } from './comparison/comparison.ts';
export { FIGURE_NAMES, FIGURES, type FigureName } from './comparison/figures.ts';
export { withWhenDiffers } from './comparison/when-differs.ts';
export { wholeDays } from './confidence/days.ts';
export { type HeldOut, heldOut, heldOutFromMs } from './confidence/held-out.ts';
export { howSure } from './confidence/how-sure.ts';
export { type Stability, stabilityOf } from './confidence/stability.ts';
export { type Sums, sumsOf } from './confidence/sums.ts';
export {
  COVERS,
  DAYS_NEEDED,
  type Interval,
  isAtLittleRisk,
  RISKS,
  type Uncertainty,
  uncertaintyOf,
} from './confidence/uncertainty.ts';
export {
  ALL_CHOICES,
  type CandidateGroup,
  type Choices,
  candidateGroups,
  coarsestStepMs,
  STEPS_OF_TIMEOUT,
} from './configurations/candidates.ts';
export {
  type Configuration,
  changesBetween,
  configurationOf,
  onlyCompute,
  sameConfiguration,
  withConfiguration,
} from './configurations/configuration.ts';
export type { NeighbourStep } from './configurations/neighbours.ts';
export {
  type DetailOf,
  type DetailResults,
  type DetailRun,
  detailHere,
  detailsOf,
} from './details/detail.ts';
export {
  type GrowthAhead,
  type GrowthPlan,
  type GrowthStep,
  growthPlan,
} from './growth/growth-plan.ts';
export { type Lasting, lastingOf } from './growth/lasting.ts';
export type { Link } from './incident/chain.ts';
export {
  type Incident,
  incidentOf,
} from './incident/incident.ts';
export type { AdvanceTo } from './incident/judged-as-plan.ts';
export { isUnmeasured, unknownWithin } from './incident/known-span.ts';
export type { Tried } from './incident/ranking.ts';
export type { Remedy } from './incident/remedy.ts';
export { RESOURCES, type Resource } from './incident/resource.ts';
export type { Trouble } from './incident/trouble.ts';
export type { Window } from './incident/witness.ts';
export { type Basis, type BasisOfObjectives, basisOf, DATA, type Datum, NEEDS } from './objectives/basis.ts';
export type { Judged } from './objectives/judged.ts';
export {
  type Broken,
  OBJECTIVE_NAMES,
  OBJECTIVES,
  type ObjectiveKind,
  type ObjectiveName,
  type Objectives,
  type ObjectiveUnit,
  type Under,
  type When,
} from './objectives/objectives.ts';
export { costPerMonth, type Outcome, outcomeOf } from './objectives/outcome.ts';
export { PROFILE_NAMES, PROFILES, type ProfileName } from './objectives/profiles.ts';
export { BASELINE_NAMES, type BaselineName } from './plan/baselines.ts';
export { type Constraint, constraintOf } from './plan/constraint.ts';
export {
  areMany,
  knownChoices,
  UPLIFTS,
  type UpliftedChoice,
  upliftedChoice,
  withoutMemoryBounds,
} from './plan/hidden-demand.ts';
export { type Knee, kneeOf } from './plan/knee.ts';
export { memoryLeftOut } from './plan/memory-left-out.ts';
export { newestRefusal, type PricedRefusal, refusalOf } from './plan/newest-refusal.ts';
export { type Neighbour, type Plan, searchPlan, type TimedPlan, timedPlan } from './plan/plan.ts';
export type { PlanQuestion } from './plan/plan-question.ts';
export { type PlanWithout, planWithout } from './plan/plan-without.ts';
export { replicationLeftOut } from './plan/replication-left-out.ts';
export { cheaperRuledOut, type RuledOut } from './plan/ruled-out.ts';
export { activityOf } from './policies/activity.ts';
export {
  type ComparedCompute,
  comparePolicies,
  REFERENCE_MS,
} from './policies/comparison.ts';
export { fixedTimeout } from './policies/fixed-timeout.ts';
export { HYBRID, HYBRID_SOURCE, hybridHistogram, nextOf } from './policies/hybrid-histogram.ts';
export { lived, type PolicyWorld } from './policies/lived.ts';
export {
  type ActiveStretch,
  PAUSE_MS,
  type Policy,
  type PolicyReason,
  REASONS,
  type SleepDecision,
} from './policies/policy.ts';
export { type PolicyTotal, together } from './policies/together.ts';
export { weeklySchedule } from './policies/weekly-schedule.ts';
export { cheapestTogether } from './project/cheapest-together.ts';
export { type CountedPlan, type EntryChoice, type EntryOption, entryChoice } from './project/entry-choice.ts';
export {
  type AlikePlan,
  type AlikeQuestion,
  allHolding,
  type JudgedAlike,
  planAlike,
} from './project/plan-alike.ts';
export {
  figureOf,
  isActiveCounted,
  type LimitFigure,
  limitsOfProject,
  type ProjectFigures,
  type ProjectLimit,
  type ProjectLimitName,
} from './project/project-limits.ts';
export { summedUse, type Use, type UseQuestion, useOf } from './project/use.ts';
export type { Option } from './robust/options.ts';
export { Held, Robustness } from './robust/robustness.ts';
export { type WeeklySchedule, withSchedule } from './schedule/schedule.ts';
export { type ScheduledOutcome, type SchedulePlan, schedulePlan } from './schedule/schedule-plan.ts';
export {
  AS_ASKED,
  grownSimulation,
  type WorkUnder,
} from './search/conditions.ts';
export {
  type Evaluated,
  evaluate,
  evaluateGroup,
  inOneGo,
  type KnownRun,
  type RunsOfTrial,
  tellersOf,
} from './search/evaluate.ts';
export { CLEAR, type Rank } from './search/ranking.ts';
export {
  type ConfigurationTrial,
  KnownRuns,
  trialRunsOf,
  trialsOf,
  workHere,
} from './search/trial.ts';
export {
  ASSUMPTION_NAMES,
  ASSUMPTIONS,
  type Assumed,
  type AssumptionName,
} from './sensitivity/assumptions.ts';
export { changed } from './sensitivity/change.ts';
export { startText } from './sensitivity/flag-value.ts';
export { asKnown, unknownAssumptions } from './sensitivity/known.ts';
export type { PlanUnder } from './sensitivity/plan-under.ts';
export { type Sensitivity, type Swing, sensitivityOf } from './sensitivity/sensitivity.ts';
export { type TryOut, workUnderBy } from './sensitivity/tries.ts';
export { withWhen } from './timing/when-broken.ts';
export { type WorldQuestion, type WorldResult, workInWorld } from './worlds/world-work.ts';
export {
  type ConfigurationInWorlds,
  type WorldsPlan,
  worldsPlan,
} from './worlds/worlds-plan.ts';
