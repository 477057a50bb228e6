import {
  type ByOptions,
  nameOf,
  type OpenTrace,
  openTrace,
  readableAgain,
  streamOf,
  type TraceOptions,
  vcpusOf,
  watched,
} from '../../../library/index.ts';
import { jsonDocument, tracePage } from '../../../report/index.ts';
import { summaryOf, type TraceSummary } from '../../../trace/index.ts';
import { type FormatOptions, outputFormat } from '../../flags/options.ts';
import { printPage } from '../../output/print-answer.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { inspectParts } from './inspect-parts.ts';
import { nextCommand } from './next-command.ts';

export async function inspectTrace(
  file: string,
  options: TraceOptions & ByOptions & FormatOptions,
  terminal: Terminal,
): Promise<void> {
  if (options.by !== undefined) return inspectParts(file, options, options.by, terminal);
  const trace = await openTrace(file, options, terminal);
  const summary = await summaryOfTrace(trace, nameOf(file), options, terminal);
  const notes = trace.notes();
  const diagnosis = { what: trace.what, next: nextCommand(file, options, summary) };
  const format = outputFormat(options);
  if (format !== 'json') {
    printPage(tracePage({ ...summary, notes, ...diagnosis }), format, terminal);
    return;
  }
  const { fromMs, untilMs, ...rest } = summary;
  const answer = {
    schema: 'tidemark/trace-summary',
    version: 2,
    from: new Date(fromMs).toISOString(),
    until: new Date(untilMs).toISOString(),
    ...diagnosis,
    notes,
    ...rest,
  };
  terminal.out(`${jsonDocument(answer)}\n`);
}

export async function summaryOfTrace(
  opened: OpenTrace,
  file: string,
  options: TraceOptions,
  terminal: Terminal,
): Promise<TraceSummary> {
  const trace = opened.head.stepMs === null ? await readableAgain(opened) : opened;
  const doing = { what: `reading ${file}`, left: 'there is no answer' };
  return summaryOf(watched(streamOf(trace, file), [trace], doing, terminal), vcpusOf(options));
}
