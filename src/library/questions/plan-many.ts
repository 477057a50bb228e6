import { type Asking, type NamedDatabase, type Planners, planMany } from '../../advisor/index.ts';
import { problem } from '../../problem/index.ts';
import type { ApplyForm } from '../../report/index.ts';
import { billOfMany, databasesOfBill } from '../intake/bill-of-many.ts';
import { earlierPlan } from '../intake/earlier-plan.ts';
import { choicesOf, worthwhileOf } from '../settings/choices.ts';
import { currencyOf } from '../settings/currency.ts';
import { growthOf } from '../settings/growth.ts';
import { objectivesOf, USUAL_PROFILE } from '../settings/objectives.ts';
import type { ByOptions } from '../settings/options.ts';
import { rollUpsOf } from '../settings/roll-ups.ts';
import type { Host } from './host.ts';
import type { AnyPlanOptions } from './plan.ts';

/**
 * The options of `planMany`.
 *
 * @example
 * ```ts
 * import { type PlanManyOptions, planMany } from 'tidemark';
 *
 * // One table has the samples of all databases.
 * const bytes = `time,name,cpu
 * 2026-03-02T10:00Z,orders,0.3
 * 2026-03-02T10:00Z,reports,0.1
 * 2026-03-02T10:05Z,orders,0.9
 * 2026-03-02T10:05Z,reports,1.5`;
 * const options: PlanManyOptions = { by: 'name', map: { cpu: 'cpu:vcpu' }, highest: 4 };
 * const { databases } = await planMany({ name: 'all.csv', bytes }, options, { threads: 1 });
 * console.log(databases.map(({ name, verdict }) => [name, verdict]));
 * ```
 */
export interface PlanManyOptions extends AnyPlanOptions, ByOptions {
  /** Also sum up the databases of each `project`, or of each value of a tag such as `tag:team`. */
  readonly rollUp?: readonly string[];
  /** The JSON of an earlier plan of these databases, to say what has changed since. */
  readonly since?: string;
}

/**
 * @param plannersFor makes the plans
 * @param isApplyShown whether the changes are part of the answer
 */
export async function planDatabases(
  databases: readonly NamedDatabase[],
  options: PlanManyOptions,
  { reader, asked }: Host,
  plannersFor: (asking: Asking) => Promise<Planners>,
  isApplyShown: boolean,
) {
  const bill = await billOfMany(options, reader);
  const currency = currencyOf(options, reader);
  const request = {
    profile: options.profile ?? USUAL_PROFILE,
    objectives: objectivesOf(options),
    choices: choicesOf(options),
    worthwhile: worthwhileOf(options.worthwhile),
    growth: growthOf(options.growth, options.horizon),
    currency,
    bill: bill && { bill, databases: databasesOfBill(databases, options.project, bill) },
    applyAs: applyFormOf(options.applyAs),
    isApplyShown,
    rollUps: rollUpsOf(options.rollUp ?? [], databases),
    since: options.since === undefined ? null : await earlierPlan(options.since, currency, reader),
  };
  return asked((asking) => planMany(databases, request, plannersFor, asking));
}

function applyFormOf(form: PlanManyOptions['applyAs']): ApplyForm | null {
  if (form === 'cron')
    throw problem(
      { field: '‹applyAs›' },
      'cron is a form of the schedule of one database',
      'write terraform, curl or cli, or plan one file',
    );
  return form ?? null;
}
