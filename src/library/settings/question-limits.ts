import { PLAN_NAMES } from '../../facts/index.ts';
import { PROFILE_NAMES } from '../../planner/index.ts';
import { APPLY_FORMS, SCHEDULE_FORMS } from '../../report/index.ts';
import { GAPS, LEAST_IDLE_VCPU, PRESETS } from '../../trace/index.ts';
import type { ActualOptions } from '../intake/actual-file.ts';
import type { UseOptions } from '../questions/asked-use.ts';
import type { BacktestOptions } from '../questions/backtest.ts';
import type { CheckManyOptions, CheckOptions } from '../questions/check.ts';
import type { CompareOptions } from '../questions/compare.ts';
import type { ExplainOptions } from '../questions/explain.ts';
import type { IncidentOptions } from '../questions/incident.ts';
import type { PlanOptions } from '../questions/plan.ts';
import type { PlanManyOptions } from '../questions/plan-many.ts';
import type { PlanProjectOptions } from '../questions/plan-project.ts';
import type { WorldsOptions } from '../questions/plan-worlds.ts';
import type { PoliciesOptions } from '../questions/policies.ts';
import type { ScenarioOptions } from '../questions/scenario.ts';
import type { SimulateOptions } from '../questions/simulate.ts';
import type { SizesOptions } from '../questions/sizes.ts';
import { isText, type Limit, type OptionLimits, oneOf, TRUE_OR_FALSE, WHOLE_SEED } from './option-limits.ts';
import type {
  ByOptions,
  ChangedFields,
  ChoiceOptions,
  ConfigurationOptions,
  ObjectiveOptions,
  QuestionOptions,
  SizeOptions,
  TraceOptions,
} from './options.ts';

const TEXT: Limit = { allows: isText, write: 'a text' };
const TEXTS: Limit = {
  allows: (value) => Array.isArray(value) && value.every(isText),
  write: 'a list of texts',
};
const CU: Limit = {
  allows: (value) => Number.isFinite(value),
  write: 'a number of compute units such as 0.25 or 2',
};
const NAMED: Limit = {
  allows: (value) =>
    TEXTS.allows(value) ||
    (typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every((one) => ['string', 'number', 'boolean'].includes(typeof one))),
  write: 'values by their names, such as { name: 2 }, or a list such as ["name=2"]',
};

const SIZE: OptionLimits<SizeOptions> = { min: CU, max: CU, size: CU };
const CONFIGURATION: OptionLimits<ConfigurationOptions> = {
  ...SIZE,
  suspendAfter: TEXT,
  pooler: TRUE_OR_FALSE,
};
const QUESTION: OptionLimits<QuestionOptions> = {
  seed: WHOLE_SEED,
  facts: TEXT,
  plan: oneOf(PLAN_NAMES),
  prices: TEXT,
  exclude: TEXTS,
  event: TEXTS,
  assume: NAMED,
  hours: TEXT,
  delayedOver: TEXT,
};
const BY: OptionLimits<ByOptions> = { by: TEXT };
const CHANGED: OptionLimits<ChangedFields> = { set: NAMED };
const USE: OptionLimits<UseOptions> = { storage: TEXT, restoreHistory: TEXT, transfer: TEXT };
const OBJECTIVE: OptionLimits<ObjectiveOptions> = { profile: oneOf(PROFILE_NAMES), objective: NAMED };
const CHOICE: OptionLimits<ChoiceOptions> = {
  timeouts: TEXT,
  lowest: CU,
  highest: CU,
  only: oneOf(['fixed', 'range']),
  pooler: TRUE_OR_FALSE,
};
const BILL: Limit = {
  allows: (value) => isText(value) || NAMED.allows(value),
  write: `${NAMED.write}, or the name of a file`,
};
const ACTUAL: OptionLimits<ActualOptions> = { actual: TEXT, bill: BILL, project: TEXT, actualMap: NAMED };

export const TRACE_LIMITS: OptionLimits<TraceOptions> = {
  map: NAMED,
  vcpus: {
    allows: (value) => typeof value === 'number' && value > 0 && value <= 1000,
    write: 'a number above 0 and up to 1000',
  },
  instance: TEXT,
  where: TEXT,
  timezone: TEXT,
  gap: oneOf(GAPS),
  preset: oneOf(Object.keys(PRESETS)),
  strict: TRUE_OR_FALSE,
  cpuPerQuery: TEXT,
  logPrefix: TEXT,
  capacity: TEXT,
  idleBelow: {
    allows: (value) => typeof value === 'number' && value >= LEAST_IDLE_VCPU && value <= 1000,
    write: `a number of vCPU from ${LEAST_IDLE_VCPU} to 1000`,
  },
};

export const SCENARIO_LIMITS: OptionLimits<ScenarioOptions> = { ...TRACE_LIMITS, ...CHANGED };

export const SIMULATE_LIMITS: OptionLimits<SimulateOptions> = {
  ...CONFIGURATION,
  ...QUESTION,
  ...TRACE_LIMITS,
  ...BY,
  ...CHANGED,
  ...USE,
  compare: TRUE_OR_FALSE,
};

const PLAN: OptionLimits<
  Omit<
    PlanOptions,
    'holdout' | 'stability' | 'schedule' | 'set' | 'why' | 'terraform' | 'resource' | keyof UseOptions
  >
> = {
  ...QUESTION,
  ...TRACE_LIMITS,
  ...OBJECTIVE,
  ...CHOICE,
  ...ACTUAL,
  current: TEXT,
  worthwhile: TEXT,
  growth: TEXT,
  horizon: TEXT,
  applyAs: oneOf(APPLY_FORMS),
};
export const PLAN_LIMITS: OptionLimits<PlanOptions> = {
  ...PLAN,
  ...CHANGED,
  ...USE,
  holdout: TEXT,
  applyAs: oneOf(SCHEDULE_FORMS),
  stability: TRUE_OR_FALSE,
  schedule: TRUE_OR_FALSE,
  why: TEXT,
  terraform: TEXT,
  resource: TEXT,
};
export const PLAN_MANY_LIMITS: OptionLimits<PlanManyOptions> = { ...PLAN, ...BY, rollUp: TEXTS, since: TEXT };

export const PLAN_PROJECT_LIMITS: OptionLimits<PlanProjectOptions> = {
  ...QUESTION,
  ...OBJECTIVE,
  ...CHOICE,
  ...CHANGED,
  worthwhile: TEXT,
};

export const WORLDS_LIMITS: OptionLimits<WorldsOptions> = {
  ...QUESTION,
  ...OBJECTIVE,
  ...CHOICE,
  ...CHANGED,
  worlds: { allows: (value) => Number.isInteger(value), write: 'a whole number such as 40' },
  keeps: TEXT,
};

export const COMPARE_LIMITS: OptionLimits<CompareOptions> = {
  ...QUESTION,
  ...TRACE_LIMITS,
  ...OBJECTIVE,
  ...CHANGED,
  configuration: TEXT,
  current: TEXT,
  terraform: TEXT,
  resource: TEXT,
  failAbove: NAMED,
};

export const INCIDENT_LIMITS: OptionLimits<IncidentOptions> = {
  ...QUESTION,
  ...TRACE_LIMITS,
  ...OBJECTIVE,
  at: { ...TEXT, write: 'a time such as 2026-03-04T10:15, or 3h from the beginning', isRequired: true },
  around: TEXT,
  current: TEXT,
};

export const CHECK_LIMITS: OptionLimits<CheckOptions> = {
  ...QUESTION,
  ...TRACE_LIMITS,
  ...ACTUAL,
  current: TEXT,
  history: TEXT,
};
export const CHECK_MANY_LIMITS: OptionLimits<CheckManyOptions> = {
  ...QUESTION,
  ...TRACE_LIMITS,
  ...ACTUAL,
  ...BY,
  current: TEXT,
};

export const POLICIES_LIMITS: OptionLimits<PoliciesOptions> = {
  ...SIZE,
  ...QUESTION,
  ...TRACE_LIMITS,
  ...BY,
  timeouts: TEXT,
};

export const BACKTEST_LIMITS: OptionLimits<BacktestOptions> = {
  ...QUESTION,
  ...TRACE_LIMITS,
  ...OBJECTIVE,
  ...CHOICE,
  ...BY,
  window: TEXT,
  judge: TEXT,
  step: TEXT,
  current: TEXT,
  worthwhile: TEXT,
};

export const EXPLAIN_LIMITS: OptionLimits<ExplainOptions> = {
  ...SIZE,
  facts: QUESTION.facts,
  lfc: TRUE_OR_FALSE,
};

export const SIZES_LIMITS: OptionLimits<SizesOptions> = {
  ...SIZE,
  facts: QUESTION.facts,
  plan: QUESTION.plan,
  prices: TEXT,
};
