export { type Actual, actualWithin, reachOf } from './actual.ts';
export { actualOfTrace } from './actual-of-trace.ts';
export { type Check, type CheckQuestion, type Counted, checkOf, NEAR } from './check.ts';
export type { Cause } from './likeliest.ts';
export { type MonthlyCost, monthlyCosts } from './monthly-costs.ts';
export { type ExpectedSaving, type Saving, savingOf } from './saving.ts';
export type { Supposition } from './suppositions.ts';
export type { OtherDemand } from './trials.ts';
