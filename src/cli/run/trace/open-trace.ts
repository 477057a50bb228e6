import { problem } from '../../../problem/index.ts';
import type { NamedTrace } from '../../../scenario/index.ts';
import { isTrace } from '../../../trace/index.ts';
import { nameOf, readBytes } from '../../input.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { howToRead, readNamedTrace } from './named-trace.ts';

/** The trace of a file that was named on the command line; it has samples. */
export async function openTrace(
  file: string,
  options: TraceOptions,
  terminal: Terminal,
): Promise<NamedTrace> {
  const bytes = readBytes(file, terminal);
  if (!isTrace(bytes)) {
    throw problem(
      { file: nameOf(file) },
      'it does not begin as a trace does',
      'name JSON lines of tidemark/trace, CSV, or either of them compressed',
    );
  }
  const named = await readNamedTrace(file, bytes, howToRead(options), terminal);
  if (named.trace.times.length === 0) {
    throw problem({ file: nameOf(file) }, 'it has no samples', 'name a trace that has some');
  }
  return named;
}
