import { timeoutOf, type WrittenConfiguration } from '../../advisor/index.ts';
import { ALL_CHOICES, type Choices } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { share } from './objectives.ts';
import type { ChoiceOptions } from './options.ts';

export function choicesOf({ timeouts, lowest, highest, only, pooler }: ChoiceOptions): Choices {
  return {
    timeoutsMs:
      timeouts === undefined ? null : timeouts.split(',').map((one) => timeoutOf(one.trim(), '‹timeouts›')),
    lowestCu: lowest ?? ALL_CHOICES.lowestCu,
    highestCu: highest ?? ALL_CHOICES.highestCu,
    kinds: only === undefined ? ALL_CHOICES.kinds : [only],
    route: pooler === undefined ? null : pooler ? 'pooler' : 'direct',
  };
}

export function worthwhileOf(text = '10%'): number {
  const worthwhile = share(text);
  if (worthwhile !== null) return worthwhile;
  throw problem({ field: '‹worthwhile›' }, `found "${text}"`, 'write a share such as 10%');
}

/** The share of the time that the plan does not see. Null if it sees all. */
export function holdoutOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const found = share(text);
  if (found !== null && found > 0 && found < 1) return found;
  throw problem({ field: '‹holdout›' }, `found "${text}"`, 'write a share between 0 and 100%, such as 30%');
}

/** Null if the current configuration was not stated. */
export function statedCurrent({ current }: { readonly current?: string }): WrittenConfiguration | null {
  return current === undefined ? null : { text: current, field: '‹current›', place: null };
}
