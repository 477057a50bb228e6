import type { PromisedSaving } from '../../check/index.ts';
import { type Setting, sameSetting } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { settingWords } from '../../report/index.ts';
import type { InForce } from './in-force.ts';

/** A plan that was made before, and the change that it recommended. */
export interface PastPlan {
  /** The name that problems give it. */
  readonly file: string;
  readonly choice: PricedSetting | null;
  readonly present: PricedSetting | null;
}

interface PricedSetting {
  readonly setting: Setting;
  readonly outcome: { readonly costPerMonth: number };
}

/** The saving that a plan promised of a change, which is in force since. */
export function promisedBy(
  { file, choice, present }: PastPlan,
  settings: readonly InForce[],
): PromisedSaving {
  if (choice === null || present === null || sameSetting(choice.setting, present.setting))
    throw problem(
      { file },
      'the plan has changed nothing of what was set, so it has promised no saving',
      'name one that was made with --current and recommends a change',
    );
  if (choice.outcome.costPerMonth >= present.outcome.costPerMonth)
    throw problem(
      { file },
      'the plan has promised no saving: what it chose costs more, to keep promises',
      'leave --promised out',
    );
  for (const { setting } of settings)
    if (!sameSetting({ ...setting, route: choice.setting.route }, choice.setting))
      throw problem(
        { field: '--current' },
        `${settingWords(setting)} was in force, and the plan chose ${settingWords(choice.setting)}`,
        'check a time in which what the plan chose was in force alone',
      );
  return {
    before: { setting: present.setting, perMonth: present.outcome.costPerMonth },
    after: { setting: choice.setting, perMonth: choice.outcome.costPerMonth },
  };
}
