import { z } from 'zod';
import { type FurtherFacts, MICROS, PLAN_NAMES } from '../../facts/index.ts';
import { price } from '../files/price-file.ts';
import { choice, count, flag, group, number, text } from '../notation/notation.ts';

const micros = price.transform((amount) => Math.round(amount * MICROS));
const gb = number('a number of GB', 0, 1e9);
const ms = count('a number of milliseconds', 1, 1e12);
const most = count('a whole number', 0, 1e9);
const byPlan = <Schema extends z.ZodType>(words: string, schema: Schema) =>
  group(`${words} for each plan: free, launch, scale`, { free: schema, launch: schema, scale: schema });

/** The schema of the value of each fact that only some documents state. Prices are written in whole units of the currency. */
export const FURTHER_SCHEMAS = {
  freePlanTransferGb: gb,
  snapshots: group('perGbMonth, billedSince and mostManual', {
    perGbMonth: micros,
    billedSince: text('a date such as 2026-05-01'),
    mostManual: most,
  }).transform(({ perGbMonth: microsPerGbMonth, ...rest }) => ({ microsPerGbMonth, ...rest })),
  privateTransfer: group('perGb and plans', {
    perGb: micros,
    plans: z.array(choice(...PLAN_NAMES), { error: 'a list of plans' }),
  }).transform(({ perGb: microsPerGb, ...rest }) => ({ microsPerGb, ...rest })),
  branches: group('included and mostPerProject', {
    included: byPlan('a number of branches', most),
    mostPerProject: most,
  }),
  storageRule: group('rootBranch, childBranch, history, bytesPerGb and hoursPerMonth', {
    rootBranch: text('what is billed for a root branch, in words'),
    childBranch: text('what is billed for a child branch, in words'),
    history: text('which branches have billed history, in words'),
    bytesPerGb: count('a number of bytes', 1, 1e12),
    hoursPerMonth: number('a number of hours', 1, 1000),
  }),
  storageQuotaGb: byPlan('a number of GB or null', gb.nullable()),
  restoreWindow: group('longestMs and paidDefaultMs', {
    longestMs: byPlan('a number of milliseconds', ms),
    paidDefaultMs: ms,
  }),
  agentPlan: group('computePerCuHour', { computePerCuHour: micros }).transform(
    ({ computePerCuHour: computeMicrosPerCuHour }) => ({ computeMicrosPerCuHour }),
  ),
  activeComputes: group('mostPerProject and countsDefaultBranch', {
    mostPerProject: most,
    countsDefaultBranch: flag(),
  }),
  consumptionHistory: group('quantities, hoursBack, daysBack and monthsBack', {
    quantities: z.array(text('a quantity'), { error: 'a list of quantities' }),
    hoursBack: most,
    daysBack: most,
    monthsBack: most,
  }),
  measuredWake: group('medianMs, p95Ms and starts', { medianMs: ms, p95Ms: ms, starts: most }),
} satisfies { readonly [Key in keyof FurtherFacts]: z.ZodType<FurtherFacts[Key]> };
