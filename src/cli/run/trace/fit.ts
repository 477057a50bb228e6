import {
  cpuPerQueryOf,
  inMemory,
  nameOf,
  openTrace,
  type TraceOptions,
  vcpusOf,
} from '../../../library/index.ts';
import { fitPage, jsonDocument, renderPage } from '../../../report/index.ts';
import { fittedScenario } from '../../../scenario/index.ts';
import { DEFAULT_ASSUMPTIONS } from '../../../simulator/index.ts';
import { fitTrace } from '../../../trace/index.ts';
import { type FormatOptions, outputFormat } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface FitOptions extends TraceOptions, FormatOptions {
  readonly output: string;
  readonly seed?: number;
}

export async function fitToTrace(file: string, options: FitOptions, terminal: Terminal): Promise<void> {
  const cpuMsPerQuery = cpuPerQueryOf(options.cpuPerQuery);
  const open = await openTrace(file, options, terminal);
  const { trace, notes } = await inMemory(open, file, terminal);
  const { baseMemoryBytes, connectionMemoryBytes } = DEFAULT_ASSUMPTIONS;
  const { seed = 1, output } = options;
  const vcpus = vcpusOf(options);
  const fit = fitTrace(trace, { cpuMsPerQuery, vcpus, baseMemoryBytes, connectionMemoryBytes }, seed);
  const made = { closeness: fit.closeness, notes: [...notes, ...fit.notes] };
  const format = outputFormat(options);
  const answer =
    format === 'json'
      ? jsonDocument({ schema: 'tidemark/fit', version: 1, isWeekly: fit.isWeekly, ...made })
      : renderPage(fitPage(nameOf(file), made), format, terminal.columns);
  if (output === '-') {
    terminal.out(fittedScenario(fit));
    terminal.err(`${answer}\n`);
    return;
  }
  const written = terminal.create(output);
  written.write(fittedScenario(fit));
  written.commit();
  terminal.out(`${answer}\n`);
  terminal.err(`${output} is written. Next: tidemark simulate ${output}\n`);
}
