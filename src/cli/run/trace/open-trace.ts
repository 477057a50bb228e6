import { problem } from '../../../problem/index.ts';
import type { NamedTrace } from '../../../scenario/index.ts';
import { isTrace, lookAhead } from '../../../trace/index.ts';
import { nameOf, openSource } from '../../input.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { howToRead, readNamedTrace } from './named-trace.ts';

/** The trace of a file that was named on the command line; it has samples, or events. */
export async function openTrace(
  file: string,
  options: TraceOptions,
  terminal: Terminal,
): Promise<NamedTrace> {
  const opened = openSource(file, terminal);
  const { first, source } = await lookAhead(opened);
  if (!isTrace(first)) {
    throw problem(
      { file: nameOf(file) },
      'it does not begin as a trace does',
      'docs/traces.md lists the forms that are known',
    );
  }
  const named = await readNamedTrace(file, { ...opened, ...source }, howToRead(options), terminal);
  const { times, events } = named.trace;
  if (times.length === 0 && events.length === 0) {
    throw problem({ file: nameOf(file) }, 'it has no samples', 'name a trace that has some');
  }
  return named;
}
