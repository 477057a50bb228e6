import type { PromisedSaving } from '../../../check/index.ts';
import { readDocument } from '../../../picture/index.ts';
import { sameSetting } from '../../../planner/index.ts';
import { problem } from '../../../problem/index.ts';
import { settingWords } from '../../../report/index.ts';
import { MOST_RESULT_BYTES, readText } from '../../input.ts';
import type { Terminal } from '../../terminal.ts';
import { resultOfText } from '../report/result-of-text.ts';
import type { InForce } from './in-force.ts';

/** The change that a plan has chosen, as `plan --json` wrote it, and which is in force since. */
export function readPromised(file: string, settings: readonly InForce[], terminal: Terminal): PromisedSaving {
  const value = resultOfText(readText(file, terminal, MOST_RESULT_BYTES));
  const document = value === null ? null : readDocument(value, file);
  if (document?.kind !== 'plan')
    throw problem({ file }, 'it is no plan', 'name what tidemark plan --json has printed');
  const { choice, present } = document.result;
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
