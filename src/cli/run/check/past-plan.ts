import type { PastPlan } from '../../../advisor/index.ts';
import { MOST_RESULT_BYTES, readText } from '../../../library/index.ts';
import { readResultDocument } from '../../../picture/index.ts';
import { problem } from '../../../problem/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { resultOfText } from '../report/result-of-text.ts';

/** Reads a plan that `plan --json` wrote. */
export function readPlan(file: string, terminal: Terminal): PastPlan {
  const value = resultOfText(readText(file, terminal, MOST_RESULT_BYTES));
  const document = value === null ? null : readResultDocument(value, file);
  if (document?.kind !== 'plan')
    throw problem({ file }, 'it is not a plan', 'name what tidemark plan --json has printed');
  const { recommendation, current } = document.result;
  return { file, recommendation, current };
}
