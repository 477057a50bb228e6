import { jsonDocument, tracePage } from '../../../report/index.ts';
import { summaryOf } from '../../../trace/index.ts';
import { nameOf } from '../../input.ts';
import { type ByOptions, type FormatOptions, formatOf, type TraceOptions, vcpusOf } from '../../options.ts';
import { printPage } from '../../print-answer.ts';
import type { Terminal } from '../../terminal.ts';
import { inspectParts } from './inspect-parts.ts';
import { nextCommand } from './next-command.ts';
import { openTrace, readableAgain } from './open-trace.ts';
import { replayed, watched } from './watched.ts';

export async function inspectTrace(
  file: string,
  options: TraceOptions & ByOptions & FormatOptions,
  terminal: Terminal,
): Promise<void> {
  if (options.by !== undefined) return inspectParts(file, options, options.by, terminal);
  const opened = await openTrace(file, options, terminal);
  const trace = opened.head.stepMs === null ? await readableAgain(opened) : opened;
  const doing = { what: `reading ${nameOf(file)}`, left: 'there is no answer' };
  const all = watched(replayed(trace, nameOf(file)), [trace], doing, terminal);
  const summary = await summaryOf(all, vcpusOf(options));
  const notes = trace.notes();
  const diagnosis = { what: trace.what, next: nextCommand(file, options, summary) };
  const format = formatOf(options);
  if (format !== 'json') {
    printPage(tracePage({ ...summary, notes, ...diagnosis }), format, terminal);
    return;
  }
  const { fromMs, untilMs, ...rest } = summary;
  const answer = {
    schema: 'tidemark/trace-summary',
    version: 1,
    from: new Date(fromMs).toISOString(),
    until: new Date(untilMs).toISOString(),
    ...diagnosis,
    notes,
    ...rest,
  };
  terminal.out(`${jsonDocument(answer)}\n`);
}
