import {
  ALL_CHOICES,
  type Choices,
  type ProfileName,
  type Setting,
  settingOf,
} from '../../../planner/index.ts';
import { problem } from '../../../problem/index.ts';
import type { ApplyForm } from '../../../report/index.ts';
import type { Scenario } from '../../../scenario/index.ts';
import type { QuestionOptions, ReportFlag } from '../../options.ts';
import type { ActualOptions } from '../check/actual-file.ts';
import type { Assumed } from '../scenario-file.ts';
import { share } from './promise-flags.ts';
import { settingOfFlag, timeoutOf } from './setting-flag.ts';

export interface PlanOptions extends QuestionOptions, ActualOptions, ReportFlag {
  readonly profile: ProfileName;
  readonly promise: readonly string[];
  readonly current?: string;
  readonly worthwhile: string;
  readonly holdout?: string;
  readonly stability?: boolean;
  readonly growth?: string;
  readonly horizon?: string;
  readonly timeouts?: string;
  readonly lowest?: number;
  readonly highest?: number;
  readonly only?: 'fixed' | 'range';
  readonly pooler?: boolean;
  readonly failAbove?: string;
  readonly applyAs?: ApplyForm;
  readonly writeScenario?: string;
  readonly force?: boolean;
}

export function worthwhileOf({ worthwhile: text }: PlanOptions): number {
  const worthwhile = share(text);
  if (worthwhile !== null) return worthwhile;
  throw problem({ field: '--worthwhile' }, `found "${text}"`, 'write a share such as 10%');
}

/** The share that the plan is not to see; null: it sees all. */
export function holdoutOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const found = share(text);
  if (found !== null && found > 0 && found < 1) return found;
  throw problem({ field: '--holdout' }, `found "${text}"`, 'write a share between 0 and 100%, such as 30%');
}

export function choicesOf({ timeouts, lowest, highest, only, pooler }: PlanOptions): Choices {
  return {
    timeoutsMs:
      timeouts === undefined ? null : timeouts.split(',').map((one) => timeoutOf(one.trim(), '--timeouts')),
    lowestCu: lowest ?? ALL_CHOICES.lowestCu,
    highestCu: highest ?? ALL_CHOICES.highestCu,
    kinds: only === undefined ? ALL_CHOICES.kinds : [only],
    route: pooler === undefined ? null : pooler ? 'pooler' : 'direct',
  };
}

/** The timeout of what is set is a choice too. */
export function withPresent(choices: Choices, present: Setting | null): Choices {
  return present === null ? choices : { ...choices, presentMs: present.suspendAfterMs };
}

/** A trace tells nothing of what is set. */
export function presentOf(
  { simulation, isTrace }: Scenario,
  { current }: Pick<PlanOptions, 'current'>,
): Setting | null {
  const own = settingOf(simulation);
  if (current !== undefined) return settingOfFlag(current, simulation.facts, simulation.plan, own);
  return isTrace ? null : own;
}

/** What is set today is what there was to work with, where the trace does not say. */
export function inForceNow(present: Setting | null): Assumed {
  if (present === null) return {};
  const { minCu, maxCu } = present.size;
  return { inForce: [{ fromMs: Number.NEGATIVE_INFINITY, cu: maxCu, minCu }] };
}

export function refuseNone(groups: number): void {
  if (groups > 0) return;
  throw problem(
    { field: '--lowest, --highest, --only, --timeouts' },
    'no setting of the plan is left',
    'allow more',
  );
}
