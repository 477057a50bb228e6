import { openFile, openParts, type TraceOptions, vcpusOf } from '../../../library/index.ts';
import { jsonDocument, tracesPage } from '../../../report/index.ts';
import { chunked, summaryOf } from '../../../trace/index.ts';
import { type FormatOptions, outputFormat } from '../../flags/options.ts';
import { printPage } from '../../output/print-answer.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { nextCommand } from './next-command.ts';

/** Lists the databases of a table, with what is known about each. */
export async function inspectParts(
  file: string,
  options: TraceOptions & FormatOptions,
  by: string,
  terminal: Terminal,
): Promise<void> {
  const parts = await openParts(await openFile(file, terminal), options, by, terminal);
  const summaries = await Promise.all(
    parts.map(async ({ trace, notes }) => ({
      ...(await summaryOf(chunked(trace), vcpusOf(options))),
      notes,
    })),
  );
  const [first] = summaries;
  const next = first === undefined ? null : nextCommand(file, { ...options, by }, first);
  const format = outputFormat(options);
  if (format !== 'json') {
    printPage(tracesPage(summaries, next), format, terminal);
    return;
  }
  const traces = summaries.map(({ fromMs, untilMs, ...rest }) => ({
    from: new Date(fromMs).toISOString(),
    until: new Date(untilMs).toISOString(),
    ...rest,
  }));
  terminal.out(`${jsonDocument({ schema: 'tidemark/trace-summaries', version: 2, next, traces })}\n`);
}
