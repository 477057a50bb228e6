import { noData } from '../../../problem/index.ts';
import type { DoctorAnswer } from '../../../report/index.ts';
import { foreignFile, foreignProblem, isTrace, lookAhead } from '../../../trace/index.ts';
import { nameOf, openSource } from '../../input.ts';
import type { Terminal } from '../../terminal.ts';
import type { ReadOptions } from './attempt.ts';
import { documentAnswer } from './document-answer.ts';
import { shortAnswer } from './short-answer.ts';
import { traceAnswer } from './trace-answer.ts';

/** The kind of one file and its problems. The file can be read more than once. */
export async function diagnose(
  file: string,
  options: ReadOptions,
  terminal: Terminal,
): Promise<DoctorAnswer> {
  const opened = openSource(file, terminal);
  const { first } = await lookAhead(opened);
  opened.close?.();
  const name = nameOf(file);
  if (first.every((byte) => byte <= 32) && !first.includes(0)) {
    const { problems } = noData(
      { file: name },
      'the file is empty',
      'export it again, for a time with samples',
    );
    return shortAnswer(file, 'an empty file', problems);
  }
  if (isTrace(first)) return traceAnswer(file, first, options, terminal);
  const foreign = foreignFile(first);
  if (foreign !== null) return shortAnswer(file, foreign.what, foreignProblem(name, foreign).problems);
  return documentAnswer(file, terminal);
}
