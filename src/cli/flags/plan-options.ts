import { timeoutOf, type WrittenConfiguration } from '../../advisor/index.ts';
import { ALL_CHOICES, type Choices, type ProfileName } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import type { ApplyForm } from '../../report/index.ts';
import type { ActualOptions } from '../intake/actual-file.ts';
import { share } from './objective-flags.ts';
import type { ByOptions, QuestionOptions, ReportFlag } from './options.ts';

export interface PlanOptions extends QuestionOptions, ActualOptions, ReportFlag {
  readonly profile: ProfileName;
  readonly objective: readonly string[];
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

export interface PlansOptions extends PlanOptions, ByOptions {
  /** Prints a row for each database, in place of the usual formats. */
  readonly isCsv?: boolean;
  readonly applyTo?: string;
  readonly results?: string;
}

export function worthwhileOf({ worthwhile: text }: PlanOptions): number {
  const worthwhile = share(text);
  if (worthwhile !== null) return worthwhile;
  throw problem({ field: '--worthwhile' }, `found "${text}"`, 'write a share such as 10%');
}

/** The share of the time that the plan does not see. Null if it sees all. */
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

/** Null if the flag was not given. */
export function currentFromFlags({ current }: { readonly current?: string }): WrittenConfiguration | null {
  return current === undefined ? null : { text: current, field: '--current', place: null };
}
