export { type Actual, actualWithin, extentOf } from './actual.ts';
export { actualOfTrace } from './actual-of-trace.ts';
export type { RankedCause } from './cause-ranking.ts';
export {
  type Check,
  type CheckQuestion,
  type CountComparison,
  checkOf,
  NEAR_ERROR,
} from './check.ts';
export type { Hypothesis } from './hypotheses.ts';
export { type ExplainedLine, explainedLines } from './invoice/explained-lines.ts';
export type { Invoice } from './invoice/invoice.ts';
export { type MonthlyCost, monthlyCosts } from './monthly-costs.ts';
export { type ExpectedSaving, type Saving, savingOf } from './saving.ts';
export type { OtherDemand } from './trials.ts';
