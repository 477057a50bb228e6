import { backtest, type NamedDatabase } from '../../advisor/index.ts';
import { databasesOf } from '../intake/databases.ts';
import { loadSubject } from '../intake/load.ts';
import type { OpenedFile } from '../intake/open-file.ts';
import type { Reader } from '../intake/reader.ts';
import { subjectInFlags } from '../intake/subject-in-flags.ts';
import { choicesOf, statedCurrent, worthwhileOf } from '../settings/choices.ts';
import { currencyOf } from '../settings/currency.ts';
import { objectivesOf, USUAL_PROFILE } from '../settings/objectives.ts';
import type {
  ByOptions,
  ChoiceOptions,
  ObjectiveOptions,
  QuestionOptions,
  TraceOptions,
} from '../settings/options.ts';
import { type WindowOptions, windowDaysOf } from '../settings/window-days.ts';
import type { Host } from './host.ts';
import { refuseEmpty } from './refuse-empty.ts';

/**
 * The options of `backtest`.
 *
 * @example
 * ```ts
 * import { type BacktestOptions, backtest } from 'tidemark';
 *
 * // Plan on four days, judge on the next one, and change only for a saving of a fifth.
 * const options: BacktestOptions = { window: '4d', judge: '1d', current: '1-4, 5m', worthwhile: '20%' };
 * const { mean } = await backtest('scenarios/traces/office-week.jsonl', options, { threads: 1 });
 * console.log(mean.tidemark?.brokenWindows); // 0
 * ```
 */
export interface BacktestOptions
  extends QuestionOptions,
    TraceOptions,
    ObjectiveOptions,
    ChoiceOptions,
    ByOptions,
    WindowOptions {
  /** The configuration at the beginning, such as `0.25-2, 5m`. */
  readonly current?: string;
  /** A change has to save more than this share, such as `5%`; `10%` if nothing is said. */
  readonly worthwhile?: string;
}

export async function backtestFile(file: string, options: BacktestOptions, { reader, asked }: Host) {
  const request = {
    days: windowDaysOf(options),
    worthwhile: worthwhileOf(options.worthwhile),
    profile: options.profile ?? USUAL_PROFILE,
    objectives: objectivesOf(options),
    choices: choicesOf(options),
    currency: currencyOf(options, reader),
  };
  const found = await databasesOf(file, options, reader);
  const databases = 'many' in found ? found.many : [only(found.one, options, reader)];
  refuseEmpty(databases, file);
  const result = await asked((asking) => backtest(databases, request, asking));
  return { ...result, databases };
}

function only(file: OpenedFile, options: BacktestOptions, reader: Reader): NamedDatabase {
  return {
    name: file.name,
    project: null,
    file: file.path,
    tags: {},
    member: null,
    current: statedCurrent(options),
    load: () => subjectInFlags(() => loadSubject(file, options, reader)),
  };
}
