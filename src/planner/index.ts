export type { Alert, AlertKind } from './apply/alerts.ts';
export { type Application, applicationOf } from './apply/application.ts';
export { quietTime } from './apply/quiet-time.ts';
export { type Minute, usageOf } from './apply/usage.ts';
export { CHOOSERS, type Chooser, inTurn, type JudgedWindow, type TurnsQuestion } from './backtest/in-turn.ts';
export { type MeanScore, type MeanScores, meanScores } from './backtest/mean-scores.ts';
export { regretMicros, type Score, type Scores, scoresOf } from './backtest/scores.ts';
export { type TriedWindow, tryWindow, type WindowQuestion } from './backtest/tried-window.ts';
export { isMeasured, type PastWindow, partOf, type WindowDays, windowsOf } from './backtest/windows.ts';
export { BASELINE_NAMES, type BaselineName } from './baselines.ts';
export { type Basis, type BasisOfPromises, basisOf, DATA, type Datum, NEEDS } from './basis.ts';
export {
  ALL_CHOICES,
  type Choices,
  coarsestStepMs,
  type Group,
  groupsOf,
  STEPS_OF_TIMEOUT,
} from './candidates.ts';
export { type Comparison, comparisonOf, type FigureDifference, type Ran } from './comparison.ts';
export {
  AS_ASKED,
  grownSimulation,
  type WorkUnder,
} from './conditions.ts';
export { type Constraint, constraintOf } from './constraint.ts';
export { costFloor } from './cost-floor.ts';
export { wholeDays } from './days.ts';
export { type Evaluated, evaluate, evaluateGroup } from './evaluate.ts';
export { FIGURE_NAMES, FIGURES, type FigureName } from './figures.ts';
export {
  type GrowthAhead,
  type GrowthPlan,
  type GrowthStep,
  growthPlan,
} from './growth-plan.ts';
export { type HeldOut, heldOut, heldOutFromMs } from './held-out.ts';
export { howSure } from './how-sure.ts';
export type { AdvanceTo } from './incident/as-a-plan.ts';
export type { Link } from './incident/chain.ts';
export {
  type Incident,
  incidentOf,
} from './incident/incident.ts';
export { isUnmeasured, unknownWithin } from './incident/known-span.ts';
export type { Tried } from './incident/ranking.ts';
export type { Remedy } from './incident/remedy.ts';
export { RESOURCES, type Resource } from './incident/resource.ts';
export type { Trouble } from './incident/trouble.ts';
export type { Window } from './incident/witness.ts';
export type { Judged } from './judged.ts';
export { type Knee, kneeOf } from './knee.ts';
export { type Lasting, lastingOf } from './lasting.ts';
export { leastOutcome } from './least-outcome.ts';
export {
  areMany,
  knownChoices,
  UPLIFTS,
  type UpliftedChoice,
  upliftedChoice,
  withoutMemoryBounds,
} from './lower-bounds.ts';
export { memoryLeftOut } from './memory-left-out.ts';
export type { Step } from './neighbours.ts';
export { costPerMonth, type Outcome, outcomeOf } from './outcome.ts';
export { type Neighbour, type Plan, plan } from './plan.ts';
export type { PlanQuestion } from './plan-question.ts';
export { type PlanWithout, planWithout } from './plan-without.ts';
export { activityOf } from './policies/activity.ts';
export {
  type ComparedCompute,
  comparePolicies,
  REFERENCE_MS,
} from './policies/comparison.ts';
export { fixedTimeout } from './policies/fixed-timeout.ts';
export { HYBRID, HYBRID_SOURCE, hybridHistogram, nextOf } from './policies/hybrid-histogram.ts';
export { lived, type World } from './policies/lived.ts';
export {
  type Activity,
  type Decision,
  PAUSE_MS,
  type Policy,
  REASONS,
  type Reason,
} from './policies/policy.ts';
export { type PolicyTotal, together } from './policies/together.ts';
export { weeklySchedule } from './policies/weekly-schedule.ts';
export { PROFILE_NAMES, PROFILES, type ProfileName } from './profiles.ts';
export {
  type Broken,
  PROMISE_NAMES,
  PROMISES,
  type PromiseKind,
  type PromiseName,
  type Promises,
  type PromiseUnit,
  type Under,
  type When,
} from './promises.ts';
export type { Option } from './robust/options.ts';
export { Held, Robustness } from './robust/robustness.ts';
export { cheaperRuledOut, type RuledOut, rulesAgainst } from './ruled-out.ts';
export { CLEAR } from './search.ts';
export {
  ASSUMPTION_NAMES,
  ASSUMPTIONS,
  type Assumed,
  type AssumptionName,
} from './sensitivity/assumptions.ts';
export { changed } from './sensitivity/change.ts';
export { asKnown, unknownAssumptions } from './sensitivity/known.ts';
export type { PlanKnown, PlanUnder } from './sensitivity/plan-under.ts';
export { type Sensitivity, type Swing, sensitivityOf } from './sensitivity/sensitivity.ts';
export { type Trial, trialRunsOf, trialsOf, workHere } from './sensitivity/trial.ts';
export { type TryOut, workUnderBy } from './sensitivity/tries.ts';
export { changesBetween, onlyCompute, type Setting, sameSetting, settingOf, withSetting } from './setting.ts';
export { type Stability, stabilityOf } from './stability.ts';
export { type Sums, sumsOf } from './sums.ts';
export {
  COVERS,
  DAYS_NEEDED,
  type Interval,
  isAtLittleRisk,
  RISKS,
  type Uncertainty,
  uncertaintyOf,
} from './uncertainty.ts';
export { withWhen } from './when.ts';
export { withWhenDiffers } from './when-differs.ts';
