import { flagOf } from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import type { RunPlanOptions } from './run-plan-options.ts';

type PlanFlag = keyof RunPlanOptions;

/** The kinds of plans, each with the flags that it has no use for. */
const REFUSED = {
  /** One compute and one demand. */
  one: {
    found: 'the file is one database',
    remedy: 'leave it out: only plans of many databases use it',
    flags: ['results', 'queue', 'shard', 'applyTo', 'rollUp', 'table', 'since', 'digestTo'],
  },
  many: {
    found: 'this flag is for one database',
    remedy: 'leave it out, or plan one file',
    flags: [
      ...['holdout', 'stability', 'schedule', 'set', 'writeScenario', 'why', 'fromApi', 'terraform'],
      ...['storage', 'restoreHistory', 'transfer'],
    ],
  },
  project: {
    found: 'the file is a project of several computes',
    remedy: 'leave it out, or plan a scenario of one compute',
    flags: [
      ...['current', 'fromApi', 'terraform', 'holdout', 'stability', 'schedule', 'growth', 'horizon', 'why'],
      ...[
        'actual',
        'bill',
        'project',
        'storage',
        'restoreHistory',
        'transfer',
        'applyAs',
        'failAbove',
        'report',
      ],
    ],
  },
  worlds: {
    found: 'the scenario has intervals, and this flag is for a plan of one demand',
    remedy: 'leave it out, or set each interval to one value with --set',
    flags: [
      ...[
        'current',
        'fromApi',
        'terraform',
        'worthwhile',
        'holdout',
        'stability',
        'schedule',
        'growth',
        'horizon',
      ],
      ...['why', 'actual', 'bill', 'storage', 'restoreHistory', 'transfer', 'applyAs', 'writeScenario'],
      ...['failAbove', 'report'],
    ],
  },
} as const satisfies Readonly<
  Record<string, { readonly found: string; readonly remedy: string; readonly flags: readonly PlanFlag[] }>
>;

/** Advice in place of a flag that a plan of a project refuses. */
const INSTEAD: Readonly<Partial<Record<PlanFlag, string>>> = {
  current: 'change the file, or use --set computes.NAME.max=4',
  applyAs: 'use --write-scenario for the configurations of all computes',
  failAbove: 'set a limit of the project, such as --objective budget=50',
  report: 'use --full, --format markdown or --json',
};

/** Throws a problem if a flag is given that this kind of plan does not use. */
export function refuseFlags(kind: keyof typeof REFUSED, options: RunPlanOptions): void {
  const { found, remedy, flags } = REFUSED[kind];
  for (const flag of flags) {
    const value = options[flag];
    // A flag that can be given again has an empty list if nobody gives it.
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    const instead = kind === 'project' ? (INSTEAD[flag] ?? remedy) : remedy;
    throw problem({ field: flagOf(flag) }, found, instead);
  }
}
