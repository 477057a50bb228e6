export type { Baseline } from './baselines.ts';
export {
  ALL_CHOICES,
  type Choices,
  coarsestStepMs,
  type Group,
  groupsOf,
  STEPS_OF_TIMEOUT,
} from './candidates.ts';
export { type Comparison, comparisonOf, type FigureDifference, type Ran } from './comparison.ts';
export { type Constraint, constraintOf } from './constraint.ts';
export { costFloor } from './cost-floor.ts';
export type { Difference } from './differences.ts';
export { type Evaluated, evaluate, evaluateGroup } from './evaluate.ts';
export { FIGURES, type FigureKind, type FigureName } from './figures.ts';
export { type HeldOut, heldOut, heldOutFromMs } from './held-out.ts';
export { howSure } from './how-sure.ts';
export type { Judged } from './judged.ts';
export type { Step } from './neighbours.ts';
export { type Outcome, outcomeOf } from './outcome.ts';
export { type Growth, type Neighbour, type Plan, type PlanQuestion, plan, type Verdict } from './plan.ts';
export { type Advance, activityOf } from './policies/activity.ts';
export {
  type ComparedCompute,
  comparePolicies,
  type PolicyResult,
  REFERENCE_MS,
} from './policies/comparison.ts';
export { fixedTimeout } from './policies/fixed-timeout.ts';
export { HYBRID, HYBRID_SOURCE, hybridHistogram } from './policies/hybrid-histogram.ts';
export { type Lived, lived, type World } from './policies/lived.ts';
export { nextOf } from './policies/next-pause.ts';
export { binAt, shareBeyond, variationOf } from './policies/pause-histogram.ts';
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
} from './promises.ts';
export type { Relaxation } from './relaxations.ts';
export { CLEAR, type SearchProgress, type Work } from './search.ts';
export { type Setting, settingOf, withSetting } from './setting.ts';
export { type Stability, stabilityOf } from './stability.ts';
export { type Sums, sumsOf } from './sums.ts';
export {
  COVERS,
  DAYS_NEEDED,
  type Interval,
  RISKS,
  type Risk,
  type Uncertainty,
  uncertaintyOf,
} from './uncertainty.ts';
